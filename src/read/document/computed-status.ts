/** How a description that was read from code says that its `default` is answered under statuses that code computes. */
export const COMPUTED_STATUS = 'x-computed-status'
