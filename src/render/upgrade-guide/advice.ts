import {type Change, type ChangeKind, mustNowBeSent} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'

/** When a client can adapt: while it still calls the old release, or only when it switches. */
export type Moment = 'before' | 'switch'

interface Advice {
  readonly when: Moment
  readonly do: string
}

const before = (text: string): Advice => ({when: 'before', do: text})
const moving = (text: string): Advice => ({when: 'switch', do: text})

/**
 * Advice by kind of change and affected side. A request that both releases accept, or a response that the client can
 * already handle, can be adapted before the switch. In doubt the advice is to adapt at the switch, which is always
 * correct.
 */
const ADVICE: {readonly [Kind in ChangeKind]?: {readonly [Side in Direction]?: Advice}} = {
  'operation-removed': {request: before('Stop calling it: no replacement is named.')},
  'operation-id-changed': {request: moving('Generate the client anew.')},
  'webhook-removed': {response: before('Do without it: it will not be sent any more.')},
  'required-parameter-added': {request: moving('Send it.')},
  'parameter-required': {request: before('Always send it.')},
  'parameter-removed': {request: moving('Stop sending it.'), response: before('Stop reading it.')},
  'parameter-optional': {response: before('Cope with answers that lack it.')},
  'required-body-added': {request: moving('Send a body.')},
  'body-required': {request: before('Always send a body.')},
  'body-removed': {request: moving('Stop sending a body.')},
  'body-optional': {response: before('Cope with answers without a body.')},
  'required-field-added': {request: moving('Send it.')},
  'field-required': {request: before('Always send it.')},
  'field-optional': {response: before('Cope with answers that lack it.')},
  'field-removed': {request: moving('Stop sending it.'), response: before('Stop reading it.')},
  'field-access-changed': {request: moving('Stop sending it.'), response: before('Stop reading it.')},
  'header-removed': {request: moving('Stop sending it.'), response: before('Stop reading it.')},
  'header-optional': {response: before('Cope with answers that lack it.')},
  'value-added': {response: before('Expect what is new.')},
  'value-removed': {request: before('Send another value.')},
  'type-changed': {request: moving('Send the new type.'), response: moving('Read the new type.')},
  'null-allowed': {response: before('Expect `null`, too.')},
  'null-refused': {request: before('Send no `null`.')},
  'format-changed': {request: moving('Write it in the new form.'), response: moving('Read the new form.')},
  'opaque-format-changed': {request: moving('Write it in the new form.'), response: moving('Read the new form.')},
  'default-changed': {request: before('Send the value that you rely on.'), response: before('Rely on no default.')},
  'constraint-tightened': {request: before('Keep within the new bound, which lies within the old one.')},
  'constraint-loosened': {response: before('Expect values beyond the old bound.')},
  'constraint-changed': {request: moving('Keep within the new bound.'), response: moving('Expect the new bound.')},
  'object-closed': {request: before('Send only fields that are documented.')},
  'alternative-added': {response: before('Expect the new form.')},
  'alternative-removed': {request: before('Send another form.')},
  'composition-changed': {request: moving('Send the new form.'), response: moving('Read the new form.')},
  'discriminator-changed': {
    request: moving('Tell the forms apart anew.'),
    response: moving('Tell the forms apart anew.')
  },
  renamed: {request: moving('Send the new name.'), response: moving('Read the new name.')},
  moved: {request: moving('Send it in the new place.')},
  'serialization-changed': {request: moving('Write it in the new way.'), response: moving('Read the new way.')},
  'status-added': {response: before('Expect this answer.')},
  'status-removed': {response: moving('Wait for another answer.')},
  'error-code-added': {response: before('Expect this answer.')},
  'error-code-removed': {response: moving('Expect another error in its place.')},
  'media-type-removed': {request: moving('Send another media type.'), response: moving('Ask for another media type.')},
  'media-type-added': {response: before('Say which media type you take (`Accept`).')},
  'security-stricter': {request: moving('Send what is asked for.')},
  'security-looser': {response: before('Expect calls without what is no longer sent.')},
  'security-changed': {
    request: moving('Send what is asked for.'),
    response: moving('Expect what is sent instead.')
  },
  'server-removed': {request: moving('Call another server.')},
  'base-path-changed': {request: moving('Change the path before all paths.')},
  'rate-limit-stricter': {request: before('Call less often.')},
  'pagination-added': {response: moving('Follow the pages.')}
}

/** Advice on a kind of change, for the sides that break. `undefined` if there is none. */
export const adviceOn = (kind: ChangeKind, sides: readonly Direction[]): Advice | undefined =>
  joined(sides.flatMap(side => ADVICE[kind]?.[side] ?? []))

/** Advice on an observed change. A read-only field that must now be sent is treated as a new required field. */
export const adviceOf = (change: Change, sides: readonly Direction[]): Advice | undefined =>
  joined(
    sides.flatMap(side => {
      const kind = side === 'request' && mustNowBeSent(change) ? 'required-field-added' : change.kind
      return ADVICE[kind]?.[side] ?? []
    })
  )

/** Combines advice: distinct texts are joined, and the later time applies. */
function joined(all: readonly Advice[]): Advice | undefined {
  if (all.length === 0) return undefined
  const texts = [...new Set(all.map(each => each.do))]
  return {when: all.some(({when}) => when === 'switch') ? 'switch' : 'before', do: texts.join(' ')}
}
