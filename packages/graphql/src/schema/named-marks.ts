import {beginsWith} from '@tenure/core/languages/begins-with'
import type {DescribedLifecycle} from '@tenure/core/model/api/release-diff'
import {defined} from '@tenure/core/model/defined'
import {normalizeDay} from '@tenure/core/model/time/normalize-day'
import type {NamedMark} from '@tenure/core/model/verdict/policy'
import {type ConstDirectiveNode, Kind} from 'graphql'
import type {SchemaElement} from './schema.ts'

/**
 * What the directives on an element and the beginning of its description state, as a policy says. A repeated directive
 * counts once, by its first use.
 */
export function readNamedMarks(
  {directives = [], description = ''}: SchemaElement,
  marks: readonly NamedMark[]
): DescribedLifecycle {
  const stated: {-readonly [Key in keyof DescribedLifecycle]: DescribedLifecycle[Key]} = {}
  for (const {directive = '', text: beginning, states, value} of marks) {
    const [, name, argument] = /^@(\w+)(?:\((\w+)\))?$/.exec(directive) ?? []
    const node = directives.find(each => each.name.value === name)
    const isBegun = beginning !== undefined && beginsWith(description, beginning)
    const text = node && argument !== undefined ? textOf(node, argument) : node || isBegun ? (value ?? '') : undefined
    if (text === undefined) continue
    if (states === 'stability') stated.stability ??= text.toLowerCase()
    else if (states === 'replacement') stated.replacement ??= text
    else {
      stated.deprecated = true
      if (states !== 'deprecation') stated[states] ??= normalizeDay(text)
    }
  }
  return defined(stated)
}

/** The text of an argument: a string, the name of a value, or a number. `undefined` if it has no such value. */
function textOf({arguments: all = []}: ConstDirectiveNode, name: string): string | undefined {
  const value = all.find(each => each.name.value === name)?.value
  const isText =
    value?.kind === Kind.STRING || value?.kind === Kind.ENUM || value?.kind === Kind.INT || value?.kind === Kind.FLOAT
  const text = isText ? value.value.trim() : ''
  return text === '' ? undefined : text
}

/** A description that begins with a mark of a deprecation, which says the rest as a reason does. Empty without one. */
export const deprecatingText = ({description = ''}: SchemaElement, marks: readonly NamedMark[]): string =>
  marks.some(({text, states}) => text !== undefined && states === 'deprecation' && beginsWith(description, text))
    ? description
    : ''
