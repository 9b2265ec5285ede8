import type {Proof} from '@tenure/core/model/api/change'
import type {Difference} from '../difference.ts'
import {proofOn, type SchemaComparison} from './comparison.ts'
import {type InputElement, isRequired} from './schema.ts'
import {compareWrappedTypes} from './type-changes.ts'

/** The kinds of change of arguments, or of fields of input types. */
export interface InputKinds {
  readonly added: string
  readonly requiredAdded: string
  readonly removed: string
  readonly required: string
  readonly optional: string
}

export const ARGUMENT_KINDS: InputKinds = {
  added: 'argument-added',
  requiredAdded: 'required-argument-added',
  removed: 'argument-removed',
  required: 'argument-required',
  optional: 'argument-optional'
}

export const INPUT_FIELD_KINDS: InputKinds = {
  added: 'field-added',
  requiredAdded: 'required-field-added',
  removed: 'field-removed',
  required: 'field-required',
  optional: 'field-optional'
}

export interface InputContext {
  readonly comparison: SchemaComparison
  readonly type: string
  readonly kinds: InputKinds
  /** The name of an input in its type: `loans(first)`. */
  readonly memberOf: (name: string) => string
  /** Finds a document that the change breaks; `was` is missing for a new input. */
  readonly prove: (name: string, was: InputElement | undefined) => Proof | undefined
  readonly possibleName: (name: string) => string | undefined
}

type Inputs = ReadonlyMap<string, InputElement>

/** Compares what clients send: arguments of a field, or fields of an input type. */
export function compareInputs(older: Inputs, newer: Inputs, context: InputContext): void {
  for (const [name, was] of older) {
    const is = newer.get(name)
    if (is) compareInput(was, is, context)
    else if (!context.comparison.isLeftOut(was)) {
      const possibleName = context.possibleName(name)
      addInput(context, context.kinds.removed, name, {old: was.place}, was, possibleName ? {possibleName} : {})
    }
  }
  for (const [name, is] of newer) {
    if (older.has(name) || context.comparison.isLeftOut(is)) continue
    const {kinds} = context
    if (isRequired(is)) addInput(context, kinds.requiredAdded, name, {new: is.place}, undefined)
    else addInput(context, kinds.added, name, {new: is.place}, 'compatible')
  }
}

function addInput(
  {comparison, type, memberOf, prove}: InputContext,
  kind: string,
  name: string,
  where: Difference['where'],
  was: InputElement | undefined | 'compatible',
  values: Difference['values'] = {},
  behind = ''
): void {
  comparison.add({
    ...{kind, type, member: memberOf(name), behind, sides: ['request'], where, values},
    ...(was === 'compatible'
      ? {}
      : {
          prove: () => proofOn(['request'], prove(name, was))
        })
  })
}

function compareInput(was: InputElement, is: InputElement, context: InputContext): void {
  const {kinds} = context
  const {name} = was
  const where = {old: was.place, new: is.place}
  const [needed, needs] = [isRequired(was), isRequired(is)]
  const differences = compareWrappedTypes(was.type, is.type)
  if (differences.some(each => each.is === 'type-changed'))
    addInput(context, 'type-changed', name, where, was, {old: was.type, new: is.type})
  else {
    if (!needed && needs) addInput(context, kinds.required, name, where, was)
    if (needed && !needs) addInput(context, kinds.optional, name, where, 'compatible')
    for (const {is: kind, at} of differences)
      if (at !== '' || needed === needs)
        addInput(context, kind, name, where, kind === 'null-refused' ? was : 'compatible', {}, at)
  }
  const [old, fresh] = [was.default, is.default]
  if (needed !== needs || context.comparison.witnesses.haveSameDefault(was, is)) return
  if (old === undefined) addInput(context, 'default-added', name, where, 'compatible', {new: fresh})
  else
    addInput(context, 'input-default-changed', name, where, 'compatible', {
      old,
      ...(fresh === undefined ? {} : {new: fresh})
    })
}
