// Effects on requests and responses that many kinds of change share.

export const COMPATIBLE = {request: 'compatible', response: 'compatible'} as const
export const BREAKING = {request: 'breaking', response: 'breaking'} as const
export const REVIEW = {request: 'review', response: 'review'} as const
/** Requests must fit more, and responses are more certain. */
export const TIGHTER = {request: 'breaking', response: 'compatible'} as const
/** Requests must fit less, and responses are less certain. */
export const LOOSER = {request: 'compatible', response: 'breaking'} as const
