/** The emails of the sample matter's story. */
import type { Mail } from './sample-matter-mail.ts';
import {
  ana,
  chart,
  claimLetter,
  claimWorkbook,
  doors,
  incidentReport,
  insurer,
  irina,
  lockedZipPassword,
  pavel,
  peder,
  sam,
  settlementZip,
} from './sample-matter-story.ts';

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
