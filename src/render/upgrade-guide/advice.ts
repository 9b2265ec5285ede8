import {type Change, type ChangeKind, isNewlyRequired} from '../../model/api/change.ts'
import type {Direction} from '../../model/subject/subject.ts'

/** When a client can adapt: while it still calls the old release, or only when it switches. */
export type AdviceTime = 'before' | 'switch'

interface Advice {
  readonly when: AdviceTime
  readonly do: string
}

const beforeSwitch = (text: string): Advice => ({when: 'before', do: text})
const atSwitch = (text: string): Advice => ({when: 'switch', do: text})

/**
 * Advice by kind of change and affected side. A request that both releases accept, or a response that the client can
 * already handle, can be adapted before the switch. In doubt the advice is to adapt at the switch, which is always
 * correct.
 */
const ADVICE: {readonly [Kind in ChangeKind]?: {readonly [Side in Direction]?: Advice}} = {
  'operation-removed': {request: beforeSwitch('Stop calling it: no replacement is named.')},
  'operation-id-changed': {request: atSwitch('Generate the client anew.')},
  'webhook-removed': {response: beforeSwitch('Do without it: it will not be sent any more.')},
  'required-parameter-added': {request: atSwitch('Send it.')},
  'parameter-required': {request: beforeSwitch('Always send it.')},
  'parameter-removed': {request: atSwitch('Stop sending it.'), response: beforeSwitch('Stop reading it.')},
  'parameter-optional': {response: beforeSwitch('Cope with answers that lack it.')},
  'required-body-added': {request: atSwitch('Send a body.')},
  'body-required': {request: beforeSwitch('Always send a body.')},
  'body-removed': {request: atSwitch('Stop sending a body.')},
  'body-optional': {response: beforeSwitch('Cope with answers without a body.')},
  'required-field-added': {request: atSwitch('Send it.')},
  'field-required': {request: beforeSwitch('Always send it.')},
  'field-optional': {response: beforeSwitch('Cope with answers that lack it.')},
  'field-removed': {request: atSwitch('Stop sending it.'), response: beforeSwitch('Stop reading it.')},
  'field-access-changed': {request: atSwitch('Stop sending it.'), response: beforeSwitch('Stop reading it.')},
  'header-removed': {request: atSwitch('Stop sending it.'), response: beforeSwitch('Stop reading it.')},
  'header-optional': {response: beforeSwitch('Cope with answers that lack it.')},
  'value-added': {response: beforeSwitch('Expect what is new.')},
  'value-removed': {request: beforeSwitch('Send another value.')},
  'type-changed': {request: atSwitch('Send the new type.'), response: atSwitch('Read the new type.')},
  'null-allowed': {response: beforeSwitch('Expect `null`, too.')},
  'null-refused': {request: beforeSwitch('Send no `null`.')},
  'format-changed': {request: atSwitch('Write it in the new form.'), response: atSwitch('Read the new form.')},
  'opaque-format-changed': {request: atSwitch('Write it in the new form.'), response: atSwitch('Read the new form.')},
  'default-changed': {
    request: beforeSwitch('Send the value that you rely on.'),
    response: beforeSwitch('Rely on no default.')
  },
  'constraint-tightened': {request: beforeSwitch('Keep within the new bound, which lies within the old one.')},
  'constraint-loosened': {response: beforeSwitch('Expect values beyond the old bound.')},
  'constraint-changed': {request: atSwitch('Keep within the new bound.'), response: atSwitch('Expect the new bound.')},
  'object-closed': {request: beforeSwitch('Send only fields that are documented.')},
  'alternative-added': {response: beforeSwitch('Expect the new form.')},
  'alternative-removed': {request: beforeSwitch('Send another form.')},
  'composition-changed': {request: atSwitch('Send the new form.'), response: atSwitch('Read the new form.')},
  'discriminator-changed': {
    request: atSwitch('Tell the forms apart anew.'),
    response: atSwitch('Tell the forms apart anew.')
  },
  renamed: {request: atSwitch('Send the new name.'), response: atSwitch('Read the new name.')},
  moved: {request: atSwitch('Send it in the new place.')},
  'serialization-changed': {request: atSwitch('Write it in the new way.'), response: atSwitch('Read the new way.')},
  'status-added': {response: beforeSwitch('Expect this answer.')},
  'status-removed': {response: atSwitch('Wait for another answer.')},
  'error-code-added': {response: beforeSwitch('Expect this answer.')},
  'error-code-removed': {response: atSwitch('Expect another error in its place.')},
  'media-type-removed': {
    request: atSwitch('Send another media type.'),
    response: atSwitch('Ask for another media type.')
  },
  'media-type-added': {response: beforeSwitch('Say which media type you take (`Accept`).')},
  'security-stricter': {request: atSwitch('Send what is asked for.')},
  'security-looser': {response: beforeSwitch('Expect calls without what is no longer sent.')},
  'security-changed': {
    request: atSwitch('Send what is asked for.'),
    response: atSwitch('Expect what is sent instead.')
  },
  'server-removed': {request: atSwitch('Call another server.')},
  'base-path-changed': {request: atSwitch('Change the path before all paths.')},
  'rate-limit-stricter': {request: beforeSwitch('Call less often.')},
  'pagination-added': {response: atSwitch('Follow the pages.')}
}

/** Advice on a kind of change, for the sides that break. `undefined` if there is none. */
export const adviceOnKind = (kind: ChangeKind, sides: readonly Direction[]): Advice | undefined =>
  combineAdvice(sides.flatMap(side => ADVICE[kind]?.[side] ?? []))

/** Advice on an observed change. A read-only field that must now be sent is treated as a new required field. */
export const adviceOnChange = (change: Change, sides: readonly Direction[]): Advice | undefined =>
  combineAdvice(
    sides.flatMap(side => {
      const kind = side === 'request' && isNewlyRequired(change) ? 'required-field-added' : change.kind
      return ADVICE[kind]?.[side] ?? []
    })
  )

/** Combines advice: distinct texts are joined, and the later time applies. */
function combineAdvice(all: readonly Advice[]): Advice | undefined {
  if (all.length === 0) return undefined
  const texts = [...new Set(all.map(each => each.do))]
  return {when: all.some(({when}) => when === 'switch') ? 'switch' : 'before', do: texts.join(' ')}
}
