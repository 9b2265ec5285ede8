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
  'operation-id-changed': {request: atSwitch('Regenerate the client.')},
  'webhook-removed': {response: beforeSwitch('Stop relying on the webhook{s}.')},
  'required-parameter-added': {request: atSwitch('Send the new parameter{s}.')},
  'parameter-required': {request: beforeSwitch('Always send the parameter{s}.')},
  'parameter-removed': {
    request: atSwitch('Stop sending the removed parameter{s}.'),
    response: beforeSwitch('Stop reading the removed parameter{s}.')
  },
  'parameter-optional': {response: beforeSwitch('Handle requests without the parameter{s}.')},
  'required-body-added': {request: atSwitch('Send a request body.')},
  'body-required': {request: beforeSwitch('Always send a request body.')},
  'body-removed': {request: atSwitch('Stop sending a request body.')},
  'body-optional': {response: beforeSwitch('Handle requests without a body.')},
  'required-field-added': {request: atSwitch('Send the new field{s}.')},
  'field-required': {request: beforeSwitch('Always send the field{s}.')},
  'field-optional': {response: beforeSwitch('Handle responses without the field{s}.')},
  'field-removed': {
    request: atSwitch('Stop sending the removed field{s}.'),
    response: beforeSwitch('Stop reading the removed field{s}.')
  },
  'field-access-changed': {
    request: atSwitch('Stop sending the field{s}.'),
    response: beforeSwitch('Stop reading the field{s}.')
  },
  'header-removed': {
    request: atSwitch('Stop sending the removed header{s}.'),
    response: beforeSwitch('Stop reading the removed header{s}.')
  },
  'header-optional': {response: beforeSwitch('Handle responses without the header{s}.')},
  'value-added': {response: beforeSwitch('Handle the new value{s}.')},
  'value-removed': {request: beforeSwitch('Send another value.')},
  'type-changed': {request: atSwitch('Send the new type.'), response: atSwitch('Read the new type.')},
  'null-allowed': {response: beforeSwitch('Handle `null`.')},
  'null-refused': {request: beforeSwitch("Don't send `null`.")},
  'format-changed': {request: atSwitch('Send the new format.'), response: atSwitch('Read the new format.')},
  'opaque-format-changed': {request: atSwitch('Send the new format.'), response: atSwitch('Read the new format.')},
  'default-changed': {
    request: beforeSwitch('Send the value that you rely on.'),
    response: beforeSwitch("Don't rely on the default.")
  },
  'constraint-tightened': {request: beforeSwitch('Send only values that fit the new schema.')},
  'constraint-loosened': {response: beforeSwitch('Handle values that the old schema excluded.')},
  'constraint-changed': {
    request: atSwitch('Send only values that fit the new schema.'),
    response: atSwitch('Handle values of the new schema.')
  },
  'object-closed': {request: beforeSwitch('Send only documented fields.')},
  'alternative-added': {response: beforeSwitch('Handle the new alternative{s}.')},
  'alternative-removed': {request: beforeSwitch('Send another alternative.')},
  'composition-changed': {
    request: atSwitch('Send values that fit the new alternatives.'),
    response: atSwitch('Handle the new alternatives.')
  },
  'discriminator-changed': {
    request: atSwitch('Use the new discriminator.'),
    response: atSwitch('Use the new discriminator.')
  },
  renamed: {request: atSwitch('Send the new name.'), response: atSwitch('Read the new name.')},
  moved: {request: atSwitch('Send the parameter{s} in the new place.')},
  'serialization-changed': {
    request: atSwitch('Send the new serialization.'),
    response: atSwitch('Read the new serialization.')
  },
  'status-added': {response: beforeSwitch('Handle the new status.')},
  'status-removed': {response: atSwitch("Don't wait for the removed status.")},
  'error-code-added': {response: beforeSwitch('Handle the new error.')},
  'error-code-removed': {response: atSwitch("Don't rely on the removed error.")},
  'media-type-removed': {
    request: atSwitch('Send another media type.'),
    response: atSwitch('Request another media type (`Accept`).')
  },
  'media-type-added': {response: beforeSwitch('Request the media type that you read (`Accept`).')},
  'security-stricter': {request: atSwitch('Send the credentials that are now required.')},
  'security-looser': {response: beforeSwitch('Handle requests without the credentials that are no longer sent.')},
  'security-changed': {
    request: atSwitch('Send the credentials that are now required.'),
    response: atSwitch('Check the credentials that are now sent.')
  },
  'server-removed': {request: atSwitch('Call another server.')},
  'rate-limit-stricter': {request: beforeSwitch('Call the operation{s} less often.')},
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
      if (side === 'response' && isUnreadNull(change))
        return beforeSwitch('Handle `null`: some tools allow it there anyway.')
      // Alternatives that are gone are nothing to handle: what is left is another schema.
      const isFewer = kind === 'composition-changed' && typeof change.old === 'number' && change.new === undefined
      return ADVICE[isFewer ? 'constraint-changed' : kind]?.[side] ?? []
    })
  )

/** Whether `nullable` was added where it has no effect. */
const isUnreadNull = ({kind, about, new: fresh}: Change): boolean =>
  kind === 'constraint-changed' && about?.endsWith('nullable') === true && fresh === true

/** Combines advice: distinct texts are joined, and the later time applies. */
function combineAdvice(all: readonly Advice[]): Advice | undefined {
  if (all.length === 0) return undefined
  const [first = '', ...others] = new Set(all.map(each => each.do))
  const text = others.reduce((before, each) => joinAdvice(before, each) ?? `${before} ${each}`, first)
  return {when: all.some(({when}) => when === 'switch') ? 'switch' : 'before', do: text}
}

/** Two texts that differ in one word as one: Send and read the new type. `undefined` if they differ in more. */
function joinAdvice(one: string, other: string): string | undefined {
  const [words, others] = [one.split(' '), other.split(' ')]
  const at = words.findIndex((word, index) => word !== others[index])
  if (words.length !== others.length || words.slice(at + 1).join(' ') !== others.slice(at + 1).join(' '))
    return undefined
  return words.with(at, `${words[at]} and ${others[at]?.toLowerCase()}`).join(' ')
}
