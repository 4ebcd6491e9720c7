/**
 * Writes the sample matter (`npm run sample-matter`): three custodians' folders of a fictional dispute, for the sandbox,
 * the demo and tests. It has mail, office files, pictures, archives, an encrypted archive, an empty file, and names in
 * several scripts. The output is always the same, so that a test can compare it with the folder in the repository.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { mails } from './sample-matter-letters.ts';
import { eml, mbox } from './sample-matter-mail.ts';
import { hallPlan, thermalPicture } from './sample-matter-pictures.ts';
import {
  chart,
  claimLetter,
  claimWorkbook,
  incidentReport,
  lockedZipPassword,
  palletList,
  readings,
  settlementZip,
  shareZip,
  temperatureLog,
} from './sample-matter-story.ts';

export const sampleMatterFolder = join(import.meta.dirname, 'sample-matter');
/** One password per line. Outside the matter, because it is not evidence and belongs to no custodian. */
export const sampleMatterPasswords = join(import.meta.dirname, 'sample-matter-passwords.txt');

const text = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

/** By path, which starts with the custodian's folder. Names are in Unicode's composed form (NFC). */
export const sampleMatter: Readonly<Record<string, Uint8Array | string>> = {
  'Ng, Ana/Mail/2024-02-12 Hall 3 61 alarms last week.eml': eml(mails.alarms),
  'Ng, Ana/Mail/2024-02-12 Re Hall 3 61 alarms last week.eml': eml(mails.whyEight),
  'Ng, Ana/Mail/2024-02-13 Re Hall 3 61 alarms last week.eml': eml(mails.steps),
  'Ng, Ana/Mail/2024-02-13 Re Hall 3 61 alarms last week (2).eml': eml(mails.goAhead),
  'Ng, Ana/Mail/2024-02-26 Your order 7741.eml': eml(mails.sealIsLate),
  'Ng, Ana/Mail/2024-03-04 Hall 3 temperature over the weekend.eml': eml(mails.notice),
  'Ng, Ana/Mail/2024-03-06 Re Hall 3 temperature over the weekend.eml': eml(mails.claim),
  'Ng, Ana/Hall 3/2024/03/week 09/temperature T3a.csv': temperatureLog,
  'Ng, Ana/Hall 3/2024/03/week 09/curve.png': chart,
  'Ng, Ana/Hall 3/2024/03/week 09/handover 2024-03-02.txt': '',
  'Ng, Ana/Hall 3/door 3, thermal camera.png': thermalPicture(),
  'Ng, Ana/Hall 3/plan of the halls.svg': hallPlan,
  'Ng, Ana/Hall 3/🧊 Friday checklist ✅.txt': text(
    'Friday checklist, hall 3',
    '[x] doors closed, curtains down',
    '[x] evaporators 1, 2 and 3 running',
    '[ ] alarm set point read and written down',
    '[x] keys',
  ),
  'Ng, Ana/Reports/Incident report, hall 3.docx': incidentReport,
  'Ng, Ana/Suppliers/托盘衬垫规格.txt': text(
    '托盘衬垫规格（冷库用）',
    '尺寸：1200 × 800 毫米',
    '厚度：0.12 毫米',
    '适用温度：−25 °C 至 +30 °C',
    '每箱数量：200 张',
    '联系人：王工，purchasing@liners.example.org',
  ),
  'Ng, Ana/Suppliers/شهادة تبريد الشاحنة.txt': text(
    'شهادة تبريد الشاحنة',
    'التاريخ: 2023-12-17',
    'درجة الحرارة عند التحميل: −20 °C',
    'درجة الحرارة عند التسليم: −19 °C',
    'عدد المنصات: 33',
    'التوقيع: السائق',
  ),
  'Ng, Ana/Notes of the call of 14 March 2024 with Sam and Irina about hall 3, the alarm set point, the late seal and what Ostrel may ask next (second version).txt':
    text(
      'Call, 14 March 2024, 11:00 to 11:25. Sam, Irina, me.',
      'Sam: the cap holds unless somebody can say that we knew and did nothing.',
      'Irina: we knew about the seal. She had asked on 27 February whether the set point goes back, by phone.',
      'I do not remember that call. I was at the dock all day.',
      'Sam will ask the exchange for the list of calls.',
    ),
  'Roe, Sam/Archive/2024.mbox': mbox([
    mails.notice,
    mails.whoKnew,
    mails.onlyMails,
    mails.toInsurer,
    mails.figures,
    mails.password,
    mails.keepEverything,
  ]),
  'Roe, Sam/Claim/Ostrel letter 2024-03-06.pdf': claimLetter,
  'Roe, Sam/Claim/Ostrel claim, calculation.xlsx': claimWorkbook,
  'Roe, Sam/Claim/pallets in hall 3.csv': palletList,
  'Roe, Sam/Claim/Settlement figures (locked).zip': settlementZip,
  'Roe, Sam/Claim/Résumé of losses.txt': text(
    'Four lots, 214 pallets, EUR 1,488.00 each: EUR 318,432.00.',
    'Not in the claim, but may come: disposal, laboratory, lost customer (they mention a chain of bakeries).',
    'Salvage: jam makers pay EUR 300 to 350 a pallet for thawed fruit. Nobody has asked them yet.',
  ),
  'Roe, Sam/Claim/=SUM check.txt': text('62 + 48 + 71 + 33 = 214', '214 x 1488 = 318432', 'checked, SR'),
  'Roe, Sam/Insurer/portal, status of claim.html':
    '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Claim status</title></head>\n<body>\n<h1>Notice of loss 24-0311</h1>\n<table>\n<tr><th>Received</th><td>11 March 2024</td></tr>\n<tr><th>Status</th><td>Waiting for documents</td></tr>\n<tr><th>Asked for</th><td>Log of set points; rota of the weekend; maintenance of evaporator 3</td></tr>\n</table>\n</body>\n</html>\n',
  'Roe, Sam/Insurer/50% offer & reply #2.txt': text(
    'Insurer, by phone on 19 March: would carry half of anything above the cap,',
    'if we do not admit gross negligence anywhere. Asked for that in writing.',
  ),
  'Roe, Sam/Share/site share 2024-03-20.zip': shareZip,
  'Жукова, Ирина/Почта/2024-02-12 Hall 3 61 alarms last week.eml': eml(mails.alarms),
  'Жукова, Ирина/Почта/2024-02-13 Re Hall 3 61 alarms last week.eml': eml(mails.goAhead),
  'Жукова, Ирина/Почта/2024-03-03 Зал 3 вентилятор.eml': eml(mails.fan),
  'Жукова, Ирина/Отчёт по испарителю 3.txt': text(
    'Испаритель 3, двигатель вентилятора: отчёт от 4 марта 2024 года',
    'Причина: лёд на решётке, двигатель перегрелся, защита отключила его в 02:40.',
    'Обмотка в порядке, подшипник шумит. Заменить до конца месяца.',
    'Последнее обслуживание: 9 ноября 2023 года.',
  ),
  // An x with a macron has no composed form, so the mark stays a separate character.
  'Жукова, Ирина/Hall 3 x\u0304 by hour.csv': text(
    'hour,mean of T3a',
    ...Array.from({ length: 48 }, (_, hour) => {
      const four = readings.slice(hour * 4, hour * 4 + 4);
      return `${hour},${(four.reduce((sum, { celsius }) => sum + celsius, 0) / 4).toFixed(2)}`;
    }),
  ),
  'Жукова, Ирина/controller/setpoints.txt': text(
    '2023-09-01 06:00:00 H3 ALARM SP -16 BY factory',
    '2024-02-12 19:12:40 H3 ALARM SP -12 BY zhukova',
    '2024-02-13 08:35:02 H3 ALARM SP -8 BY zhukova',
    '2024-03-02 02:40:11 H3 EVAP3 FAN TRIP Q31',
    '2024-03-03 09:55:27 H3 EVAP3 FAN RESET Q31',
    '2024-03-03 10:02:09 H3 ALARM SP -16 BY zhukova',
  ),
};

export async function writeSampleMatter(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(sampleMatter)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

if (import.meta.main) {
  await writeSampleMatter(sampleMatterFolder);
  await writeFile(sampleMatterPasswords, `${lockedZipPassword}\n`);
}
