import type {Node} from '../../schema/document/node.ts'
import {isRecord, type Json, own} from '../../schema/json.ts'
import {inPlaceOf} from './proofs.ts'

/** The values of the discriminator that stand for a form. */
export interface FormName {
  readonly property: string
  readonly values: readonly Json[]
}

/** The same value under a name of its form, where it is an object that goes by none of them. */
export function calledBy(value: Json | undefined, name: FormName | undefined): Json | undefined {
  if (!name || !isRecord(value) || !Object.hasOwn(value, name.property)) return value
  const [first] = name.values
  if (first === undefined || name.values.includes((value as {[key: string]: Json})[name.property] as Json)) return value
  return {...(value as {[key: string]: Json}), [name.property]: first}
}

/** Whether an object goes by one of the names; whether it lacks the field is another matter. */
export const isCalled = (value: Json, {property, values}: FormName): boolean =>
  isRecord(value) && values.includes(own(value, property) as Json)

/** What goes by one of these names. */
export const called = (place: Node, {property, values}: FormName): Node =>
  inPlaceOf(place, {required: [property], properties: {[property]: {enum: values}}})

/** What goes by one of these names, or says none. */
export const calledIfAny = (place: Node, {property, values}: FormName): Node =>
  inPlaceOf(place, {properties: {[property]: {enum: values}}})

/** What says a name, and none of these. */
export const calledOtherwise = (place: Node, {property, values}: FormName): Node =>
  inPlaceOf(place, {required: [property], properties: {[property]: {not: {enum: values}}}})
