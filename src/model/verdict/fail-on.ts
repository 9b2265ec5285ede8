/** Results that can fail a run. */
export const FAIL_ON = ['violation', 'undetermined', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]
