import { describe, expect, it } from 'vitest';
import { addContactUpdate, addReminder, contactUpdateCooldown, reminderCooldown } from './reminders.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000);

describe('reminders', () => {
  it('[8-01] [2.3-14] [2.3-15] are two in any 60 minutes: the window moves with the first of the last two', () => {
    const one = addReminder(undefined, at(0));
    expect(reminderCooldown({ reminders: one }, at(0))).toBe(0);
    const two = addReminder(one, at(50));
    expect(reminderCooldown({ reminders: two }, at(51))).toBe(9 * 60);
    expect(reminderCooldown({ reminders: two }, at(60))).toBe(0);
    const three = addReminder(two, at(60));
    expect(three).toEqual({ count: 3, recent: [at(50), at(60)] });
    expect(reminderCooldown({ reminders: three }, at(61))).toBe(49 * 60);
  });
});

describe('contact updates', () => {
  it('[8-03] [2.3-17] [2.3-18] are two, then none for 60 minutes after the second, then two again', () => {
    const one = addContactUpdate(undefined, at(0));
    expect(contactUpdateCooldown({ contactUpdates: one }, at(0))).toBe(0);
    const two = addContactUpdate(one, at(600));
    expect(contactUpdateCooldown({ contactUpdates: two }, at(601))).toBe(59 * 60);
    expect(contactUpdateCooldown({ contactUpdates: two }, at(660))).toBe(0);
    const three = addContactUpdate(two, at(660));
    expect(three.count).toBe(1);
    expect(contactUpdateCooldown({ contactUpdates: three }, at(660))).toBe(0);
  });
});
