const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY_AND_TIME = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const SHORT_DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

export const writeDay = (time: string | Date) => DAY.format(new Date(time));
export const writeShortDay = (time: string | Date) => SHORT_DAY.format(new Date(time));
export const writeTime = (time: string | Date) => TIME.format(new Date(time));
export const writeDayAndTime = (time: string | Date) => DAY_AND_TIME.format(new Date(time));
