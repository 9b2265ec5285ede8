// Effects on requests and responses that many kinds of change share.

export const COMPATIBLE = {request: 'compatible', response: 'compatible'} as const
export const BREAKING = {request: 'breaking', response: 'breaking'} as const
export const REVIEW = {request: 'review', response: 'review'} as const
/** The effects of a tighter constraint: it can reject requests, but responses only become more predictable. */
export const TIGHTER = {request: 'breaking', response: 'compatible'} as const
/**
 * The effects of a looser constraint: more requests are accepted, but responses can contain what clients don't expect.
 */
export const LOOSER = {request: 'compatible', response: 'breaking'} as const
