import * as z from 'zod'
import {defined} from '../../model/defined.ts'
import type {UsageLimit} from '../../model/lifecycle/traffic-of-api.ts'
import type {PolicyCondition} from '../../model/verdict/policy.ts'
import {formatCount} from '../../text/format-values.ts'
import {textField, unquotedText} from '../history/fields.ts'

const share = textField.regex(/^(?:100|\d\d?(?:\.\d{1,3})?) ?%$/, {
  error: ({input}) => `\`${String(input)}\` isn't a share. Write one, such as \`95%\`.`
})

const number = (description: string, form = /^[1-9]\d{0,8}$/) =>
  unquotedText(description).regex(form, {
    error: ({input}) => `\`${String(input)}\` isn't a number. Write one, such as \`30\`.`
  })

/** The keys that exclude each other. */
const LIMITS = ['callers', 'callersBelow', 'callsBelow'] as const

/** How much a subject may be called, which the traffic of its API answers. */
export const usageLimit = z
  .strictObject({
    callers: z.literal('none').optional().describe('No calls at all.'),
    callersBelow: number('Fewer callers than this.').optional(),
    callsBelow: number('Fewer calls than this.').optional(),
    days: number('The days before the removal that count, up to 999. Default: 30.', /^[1-9]\d{0,2}$/).optional(),
    coverage: share.optional().describe('The share of the traffic that must be known. Default: `95%`.')
  })
  .refine(limit => LIMITS.filter(key => limit[key] !== undefined).length === 1, {
    error: 'A limit of usage has one of `callers: none`, `callersBelow`, and `callsBelow`. Write one of them.'
  })
  .meta({id: 'usage', description: 'How much it may still be called, as the table of traffic says.'})

type WrittenLimit = z.infer<typeof usageLimit>

export function readUsageLimit({callersBelow, callsBelow, days = '30', coverage = '95%'}: WrittenLimit): UsageLimit {
  const of = callsBelow === undefined ? 'callers' : 'calls'
  const below = Number(callsBelow ?? callersBelow ?? 1)
  const text = `${formatCount(Number(days), 'day')} ${below === 1 ? `without ${of}` : `with fewer than ${below} ${of}`}`
  return {of, below, days: Number(days), coverage: Number.parseFloat(coverage) / 100, text}
}

/** A condition of a policy: a text, or a limit, which is one too. */
export function readCondition(written: string | WrittenLimit): Pick<PolicyCondition, 'text' | 'usage'> {
  const usage = typeof written === 'string' ? undefined : readUsageLimit(written)
  return {text: usage?.text ?? String(written), ...defined({usage})}
}

/** Whether a map is a limit, which replaces another one as a whole. */
export const isLimit = (map: object): boolean => LIMITS.some(key => key in map)
