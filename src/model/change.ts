import type {Direction} from './subject.ts'

/**
 * The kinds of change that a promise may judge apart, each with the side on which it can be seen. What a kind means to
 * the reader of an API is the policy's to say: vendors disagree.
 */
export const CHANGE_KINDS = {
  'operation-added': ['request'],
  'operation-removed': ['request'],
  'parameter-added': ['request'],
  'parameter-required': ['request'],
  'parameter-removed': ['request'],
  'field-added': ['request', 'response'],
  'field-required': ['request', 'response'],
  'field-optional': ['request', 'response'],
  'field-removed': ['request', 'response'],
  'field-writable-added': ['response'],
  'header-added': ['request', 'response'],
  'header-removed': ['request', 'response'],
  'value-added': ['request', 'response'],
  'value-removed': ['request', 'response'],
  'type-changed': ['request', 'response'],
  'format-changed': ['request', 'response'],
  'opaque-format-changed': ['request', 'response'],
  'default-changed': ['request', 'response'],
  'constraint-tightened': ['request', 'response'],
  'constraint-loosened': ['request', 'response'],
  renamed: ['request', 'response'],
  moved: ['request', 'response'],
  'order-changed': ['response'],
  'status-added': ['response'],
  'status-removed': ['response'],
  'error-code-added': ['response'],
  'error-code-removed': ['response'],
  'media-type-added': ['request', 'response'],
  'media-type-removed': ['request', 'response'],
  'security-stricter': ['request'],
  'security-looser': ['request'],
  'rate-limit-stricter': ['request'],
  'pagination-added': ['response'],
  'behaviour-changed': ['request', 'response'],
  'documentation-changed': ['request', 'response']
} as const satisfies Record<string, readonly Direction[]>

export type ChangeKind = keyof typeof CHANGE_KINDS

export const isChangeKind = (text: string): text is ChangeKind => Object.hasOwn(CHANGE_KINDS, text)

/** What a kind of change means to a client. `ask`: nobody can say without the author's own word. */
export type Effect = 'breaking' | 'tolerated' | 'ask'
