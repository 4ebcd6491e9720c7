/**
 * The words of the sample matter: an invented dispute between invented companies. A cold store keeps frozen berries for an
 * importer; over a weekend hall 3 warms up for 31 hours and no alarm rings, because its set point had been raised. Was that
 * gross negligence, or does the cap of the storage agreement hold? The papers are the cold store's.
 */
import { docx, pdf, xlsx, zip } from './sample-matter-formats.ts';
import type { Mail, Person } from './sample-matter-mail.ts';
import { type Reading, temperatureChart } from './sample-matter-pictures.ts';

/** Also in resources/sample-matter-passwords.txt, for `--password-file`. */
export const lockedZipPassword = 'Cloudberry-214';

export const ana: Person = { name: 'Ana Ng', address: 'ana.ng@larkmoor.example.com' };
export const sam: Person = { name: 'Sam Roe', address: 'sam.roe@larkmoor.example.com' };
export const irina: Person = { name: 'Ирина Жукова', address: 'i.zhukova@larkmoor.example.com' };
const pavel: Person = { name: 'Павел Одинцов', address: 'p.odintsov@larkmoor.example.com' };
const peder: Person = { name: 'Peder Aune', address: 'peder.aune@ostrel.example.org' };
const doors: Person = { name: 'Brinmark Doors', address: 'service@brinmark.example.org' };
const insurer: Person = { name: 'Claims desk', address: 'claims@insurer.example.org' };

/** Hall 3, every quarter of an hour from Saturday 00:00 to Sunday 24:00: the fan stops at 02:40, and runs again on Sunday at 09:55. */
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

const alarms: Mail = {
  from: irina,
  to: [ana],
  date: '2024-02-12T09:14:00+01:00',
  subject: 'Hall 3: 61 alarms last week',
  text: `Ana,

last week hall 3 rang 61 times, the list is attached. All but two were door 3:
the seal is torn at the lower left corner, and each time a truck stands there the
sensor beside it goes above -16 for some minutes. The night people have begun to
acknowledge without looking. That worries me more than the door.

Can we raise the set point until Brinmark has replaced the seal?

Irina`,
  attachments: [
    {
      name: 'alarms week 6.csv',
      type: 'text/csv; charset=us-ascii',
      data: 'day,alarms hall 3,door 3 open at the time\r\nMon,9,9\r\nTue,11,10\r\nWed,8,8\r\nThu,12,12\r\nFri,13,12\r\nSat,5,5\r\nSun,3,3\r\n',
    },
  ],
};
const whyEight: Mail = {
  from: ana,
  to: [irina],
  date: '2024-02-12T16:40:00+01:00',
  subject: 'Re: Hall 3: 61 alarms last week',
  after: [alarms],
  text: `Irina,

yes, but how far? Ostrel's agreement speaks of -12 and six hours. I would not want
to be above that without knowing.

Ana`,
};
const steps: Mail = {
  from: irina,
  to: [ana],
  date: '2024-02-13T08:02:00+01:00',
  subject: 'Re: Hall 3: 61 alarms last week',
  after: [alarms, whyEight],
  text: `The old controller knows only steps of four: −16, −12, −8. At −12 °C it still
rings for every second truck, I tried it yesterday evening. So −8 until the
seal is in, which is the 27th. I look at the curve every morning myself.

Irina`,
};
const goAhead: Mail = {
  from: ana,
  to: [irina],
  date: '2024-02-13T08:31:00+01:00',
  subject: 'Re: Hall 3: 61 alarms last week',
  after: [alarms, whyEight, steps],
  text: `Go ahead, until the seal is in. Please put it back the same day.

From now on I want to see it on the handover sheet each Friday.

Ana`,
};
const sealIsLate: Mail = {
  from: doors,
  to: [ana],
  date: '2024-02-26T11:25:00+01:00',
  subject: 'Your order 7741: seal, door 3',
  text: `Dear Ms Ng,

the profile for your door is delayed at our supplier. Instead of 27 February our
fitter can come on Wednesday, 6 March, at 07:30. We are sorry for the trouble.

Brinmark Doors, service`,
};
const fan: Mail = {
  from: irina,
  to: [pavel],
  date: '2024-03-03T10:20:00+01:00',
  subject: 'Зал 3: вентилятор стоял с субботы',
  text: `Павел, доброе утро.

Вентилятор третьего испарителя стоял с субботы, с 02:40: сработала защита
двигателя. Я запустила его в 09:55. Сейчас в зале −9,4 °C, температура падает.

Сигнала не было: уставка −8, а до −8 зал не дошёл. Уставку я вернула на −16.
Позвони, пожалуйста, Ане, я не могу её найти.

Ирина`,
};
const notice: Mail = {
  from: ana,
  to: [peder],
  cc: [sam],
  date: '2024-03-04T08:55:00+01:00',
  subject: 'Hall 3: temperature over the weekend',
  text: `Dear Mr Aune,

over the weekend an evaporator fan in hall 3 stopped, and the hall was warmer than
agreed for about a day and a half. The curve is attached. Your 214 pallets in bays
A to D are concerned. Nothing has been moved.

Please tell us whether you want to take samples. I am on site all week.

Kind regards,
Ana Ng`,
  attachments: [{ name: 'hall 3, 2 and 3 March.png', type: 'image/png', data: chart }],
};
const claim: Mail = {
  from: peder,
  to: [ana],
  date: '2024-03-06T15:48:00+01:00',
  subject: 'Re: Hall 3: temperature over the weekend',
  after: [notice],
  text: `Dear Ms Ng,

please see our letter attached.

Peder Aune
Ostrel Foods`,
  attachments: [{ name: 'Ostrel letter 2024-03-06.pdf', type: 'application/pdf', data: claimLetter }],
};
const whoKnew: Mail = {
  from: sam,
  to: [ana],
  date: '2024-03-07T09:05:00+01:00',
  subject: 'Ostrel: the three questions',
  text: `Ana,

I have to answer question 1 and 2. What I need, in writing:

From when to when did the alarm stand at -8, and who said so? Is there anything
besides mails? Was there a handover sheet on 1 March, and did anybody read it?

Sam`,
};
const onlyMails: Mail = {
  from: ana,
  to: [sam],
  date: '2024-03-07T12:31:00+01:00',
  subject: 'Re: Ostrel: the three questions',
  after: [whoKnew],
  text: `From 13 February to 3 March. Irina proposed, I agreed: there are four mails, I
keep them. The handover sheet of 1 March says "alarm stays where it is". I wrote
that myself, at 17:40. The late shift did not sign it.

Irina did look at the curve every morning. Not on Saturday, she was off.

Ana`,
};
const toInsurer: Mail = {
  from: sam,
  to: [insurer],
  date: '2024-03-11T15:10:00+01:00',
  subject: 'Notice of loss: Larkmoor, hall 3, 2 March 2024',
  text: `Dear colleagues,

we give notice of a loss under our liability cover. The incident report and the
calculation of the claimant are attached. The claim is EUR 318,432.00; we think
that clause 12 caps it at EUR 100,000.

Sam Roe`,
  attachments: [
    {
      name: 'Incident report, hall 3.docx',
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      data: incidentReport,
    },
    {
      name: 'Ostrel claim, calculation.xlsx',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      data: claimWorkbook,
    },
  ],
};
const figures: Mail = {
  from: sam,
  to: [ana, irina],
  date: '2024-03-14T10:42:00+01:00',
  subject: 'Before the call on Monday',
  text: `Both,

the figures for Monday are attached. The file is locked, the password comes apart.

Sam`,
  attachments: [{ name: 'Settlement figures (locked).zip', type: 'application/zip', data: settlementZip }],
};
const password: Mail = {
  from: sam,
  to: [ana, irina],
  date: '2024-03-14T10:44:00+01:00',
  subject: 'apart',
  text: lockedZipPassword,
};
const keepEverything: Mail = {
  from: sam,
  to: [ana, irina],
  date: '2024-03-20T08:30:00+01:00',
  subject: 'Keep everything about hall 3',
  text: `Dear colleagues,

Ostrel will probably sue. From today nobody deletes anything about hall 3: mails,
sheets, pictures, chats, sensor data, the controller's memory. This goes for your
phones as well. If a device is due to be replaced, tell me first.

A copy of the share was made this morning.

Sam`,
};

export const mails = {
  alarms,
  whyEight,
  steps,
  goAhead,
  sealIsLate,
  fan,
  notice,
  claim,
  whoKnew,
  onlyMails,
  toInsurer,
  figures,
  password,
  keepEverything,
};
