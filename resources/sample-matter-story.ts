/**
 * The texts of the sample matter: a fictional dispute between fictional companies. A cold store keeps frozen berries for an
 * importer; over a weekend hall 3 warms up for 31 hours and no alarm rings, because its set point had been raised. Was that
 * gross negligence, or does the cap of the storage agreement hold? The papers are the cold store's.
 */
import { docx, pdf, xlsx, zip } from './sample-matter-formats.ts';
import type { Person } from './sample-matter-mail.ts';
import { type Reading, temperatureChart } from './sample-matter-pictures.ts';

/** Also in resources/sample-matter-passwords.txt, for `--password-file`. */
export const lockedZipPassword = 'Cloudberry-214';

export const ana: Person = { name: 'Ana Ng', address: 'ana.ng@larkmoor.example.com' };
export const sam: Person = { name: 'Sam Roe', address: 'sam.roe@larkmoor.example.com' };
export const irina: Person = { name: 'Ирина Жукова', address: 'i.zhukova@larkmoor.example.com' };
export const pavel: Person = { name: 'Павел Одинцов', address: 'p.odintsov@larkmoor.example.com' };
export const peder: Person = { name: 'Peder Aune', address: 'peder.aune@ostrel.example.org' };
export const doors: Person = { name: 'Brinmark Doors', address: 'service@brinmark.example.org' };
export const insurer: Person = { name: 'Claims desk', address: 'claims@insurer.example.org' };

/** Hall 3, every 15 minutes on Saturday and Sunday. The fan stops on Saturday at 02:40 and restarts on Sunday at 09:55. */
export const readings: readonly Reading[] = Array.from({ length: 192 }, (_, index) => {
  const hours = index / 4;
  const stopped = 2 + 40 / 60;
  const running = 33 + 55 / 60;
  const risen = (since: number): number => (16.5 * since) / (since + 14);
  const high = risen(running - stopped);
  const above =
    hours < stopped ? 0 : hours < running ? risen(hours - stopped) : (high * 3) / (3 + (hours - running));
  const wobble = above === 0 ? ((index * 7) % 5) / 20 : 0;
  const at = new Date(Date.UTC(2024, 2, 2, 0, index * 15)).toISOString();
  return {
    at: `${at.slice(0, 10)} ${at.slice(11, 16)}`,
    celsius: Math.round((-19.5 + above + wobble) * 10) / 10,
  };
});

export const temperatureLog = [
  'time (local),sensor,celsius,door 3 open',
  ...readings.map(
    ({ at, celsius }, index) => `${at},T3a,${celsius.toFixed(1)},${index % 37 === 11 ? 'yes' : 'no'}`,
  ),
  '',
].join('\r\n');

export const chart = temperatureChart(readings, [-16, -8]);

const value = 1488;
const lots = [
  { lot: 'CB-2311-04', pallets: 62 },
  { lot: 'CB-2311-09', pallets: 48 },
  { lot: 'CB-2312-02', pallets: 71 },
  { lot: 'CB-2312-17', pallets: 33 },
];

export const claimWorkbook = xlsx(
  { title: 'Ostrel claim, calculation', author: 'Sam Roe', created: '2024-03-11T14:05:00Z' },
  'Claim',
  [
    ['Lot', 'Pallets', 'EUR a pallet', 'EUR'],
    ...lots.map(({ lot, pallets }, index) => [
      lot,
      pallets,
      value,
      { formula: `B${index + 2}*C${index + 2}`, value: pallets * value },
    ]),
    ['Total', { formula: 'SUM(B2:B5)', value: 214 }, '', { formula: 'SUM(D2:D5)', value: 214 * value }],
    ['Cap under clause 12', '', '', 100_000],
    ['Above the cap', '', '', { formula: 'D6-D7', value: 214 * value - 100_000 }],
  ],
);

export const palletList = [
  'pallet;lot;hall;bay;kg;received',
  ...lots.flatMap(({ lot, pallets }, group) =>
    Array.from(
      { length: pallets },
      (_, index) =>
        `${lot}-${String(index + 1).padStart(3, '0')};${lot};3;${'ABCD'[group]}${(index % 24) + 1};${480 + ((index * 13) % 9) * 5};2023-1${group < 2 ? 1 : 2}-${String(10 + (index % 18))}`,
    ),
  ),
  '',
].join('\r\n');

export const claimLetter = pdf('Claim under storage agreement 2022-118', [
  [
    'Ostrel Foods, purchasing department',
    '6 March 2024',
    '',
    'To: Larkmoor Cold Store, Ms Ana Ng',
    'Storage agreement 2022-118: loss of 214 pallets of frozen cloudberries',
    '',
    'Dear Ms Ng,',
    '',
    'By your message of 4 March you told us that hall 3 was above -12 C for most of the weekend.',
    'Our laboratory opened six pallets on 5 March. In five of them the fruit had thawed at the',
    'edges and frozen again. We cannot sell it, and we do not accept it back into our stock.',
    '',
    'Under clause 7.3 the goods are to be kept at -18 C or colder, and any time above -12 C that',
    'is longer than six hours is to be reported at once. We were told more than two days later.',
    '',
    `We claim 214 pallets at EUR 1,488.00, in all EUR ${(214 * value).toLocaleString('en-US')}.00.`,
    'We ask for payment by 5 April 2024.',
  ],
  [
    'Page 2',
    '',
    'You may want to point to the cap of EUR 100,000 in clause 12. It does not hold where the',
    'loss comes from gross negligence. We therefore ask you to tell us, by 20 March:',
    '',
    '  1. at which temperature the alarm of hall 3 was set on 2 March, and since when;',
    '  2. who decided on that, and whether it was written down;',
    '  3. why nobody was in the hall between Saturday and Sunday morning.',
    '',
    'Please keep all records of hall 3, the sensor data in particular.',
    '',
    'Yours sincerely,',
    'Peder Aune',
  ],
]);

export const incidentReport = docx(
  { title: 'Incident report, hall 3', author: 'Ana Ng', created: '2024-03-05T16:20:00Z' },
  [
    '# Incident report: hall 3, 2 and 3 March 2024',
    'Written by Ana Ng, 5 March 2024. For the site file and the insurer.',
    '# What happened',
    'On Saturday at 02:40 the fan of evaporator 3 tripped its motor protection and did not start again. The hall warmed from -19.5 C to -8.1 C. The fan was started again by hand on Sunday at 09:55, 31 hours and 15 minutes later, by Irina Zhukova.',
    '# Why nobody knew',
    'The alarm of hall 3 stood at -8 C. It never rang, because the hall never got that warm. At the usual set point of -16 C it would have rung on Saturday at about 06:30.',
    'The set point had been raised on 13 February, because the torn seal of door 3 had set off 61 alarms in one week. It was to go back when the seal was replaced, on 27 February. The seal came late, and the set point stayed.',
    'There is no weekend walk-round since January.',
    '# What we do',
    '1. Set point back to -16 C: done on 3 March. 2. Seal of door 3: due on 6 March. 3. A second person signs every change of a set point. 4. Walk-round on Saturday and Sunday, from 9 March.',
  ],
);

export const settlementZip = zip(
  [
    {
      name: 'settlement range.txt',
      data: 'For Ana and Irina only, before the call of 18 March.\r\n\r\nOpening: EUR 60,000, no admission.\r\nTarget:  EUR 140,000, each side bears its own costs.\r\nCeiling: EUR 185,000. Above that the board wants to hear an expert first.\r\n',
    },
    {
      name: 'Board/note to the board.txt',
      data: 'The cap of clause 12 is worth EUR 218,432 to us. Whether it holds depends on one thing: was it\r\ncareless to leave the set point at -8 once the seal was late? Nobody wrote down the reason. That\r\ndoes not look good, and we should expect to be asked.\r\n',
    },
  ],
  '2024-03-14T10:30:00',
  lockedZipPassword,
);

export const shareZip = zip(
  [
    {
      name: 'Ng, Ana/Rota/2024-03.csv',
      data: 'date,early,late,weekend walk-round\r\n2024-03-01,Ng,Holm,\r\n2024-03-02,,,nobody\r\n2024-03-03,,,nobody\r\n2024-03-04,Ng,Holm,\r\n',
    },
    {
      name: 'Ng, Ana/Hall 3/handover 2024-03-01.txt',
      data: 'Hall 3: door 3 still leaks, see picture. Seal now promised for 6 March. Alarm stays where it is.\r\nAN, Friday 17:40\r\n',
    },
    {
      name: 'Roe, Sam/Claim/timeline.txt',
      data: '13 Feb  set point to -8\r\n26 Feb  seal will be late\r\n27 Feb  (set point should have gone back)\r\n 2 Mar  02:40 fan stops\r\n 3 Mar  09:55 fan runs\r\n 4 Mar  08:55 Ostrel told\r\n',
    },
    {
      name: 'Жукова, Ирина/Уставки/история.csv',
      data: '\uFEFFдата;зал;было;стало;кто\r\n2024-02-13;3;-16;-8;Жукова\r\n2024-03-03;3;-8;-16;Жукова\r\n',
    },
    {
      name: 'Жукова, Ирина/old logs.zip',
      data: zip(
        [
          {
            name: 'hall 3, january.csv',
            data: 'week,lowest,highest,alarms\r\n1,-20.1,-18.2,0\r\n2,-20.0,-17.1,4\r\n3,-19.9,-16.4,17\r\n4,-19.8,-15.9,38\r\n',
          },
        ],
        '2024-02-01T07:00:00',
      ),
    },
    {
      name: 'readme.txt',
      data: 'Copy of the site share, one folder a person, made for counsel on 20 March 2024.\r\n',
    },
  ],
  '2024-03-20T09:12:00',
);
