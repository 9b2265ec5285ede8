/** Marks a `default` response from server code whose status is computed at run time. */
export const COMPUTED_STATUS = 'x-computed-status'
