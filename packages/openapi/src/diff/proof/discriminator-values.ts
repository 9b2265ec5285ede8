import type {Node} from '@tenure/json-schema/document/node'
import {isRecord, type Json, own} from '@tenure/json-schema/json'
import {createSchemaAt} from './proofs.ts'

/** The discriminator values of an alternative. */
export interface DiscriminatorValues {
  readonly property: string
  readonly values: readonly Json[]
}

/** Changes a value to a discriminator value of its alternative, if it's an object with another one. */
export function setDiscriminatorValue(
  value: Json | undefined,
  name: DiscriminatorValues | undefined
): Json | undefined {
  if (!name || !isRecord(value) || !Object.hasOwn(value, name.property)) return value
  const [first] = name.values
  if (first === undefined || name.values.includes((value as {[key: string]: Json})[name.property] as Json)) return value
  return {...(value as {[key: string]: Json}), [name.property]: first}
}

/** Whether an object has one of the discriminator values. An object without the property is checked elsewhere. */
export const hasDiscriminatorValue = (value: Json, {property, values}: DiscriminatorValues): boolean =>
  isRecord(value) && values.includes(own(value, property) as Json)

/** The schema of objects that have one of the discriminator values. */
export const demandDiscriminatorValue = (place: Node, {property, values}: DiscriminatorValues): Node =>
  createSchemaAt(place, {required: [property], properties: {[property]: {enum: values}}})

/** The schema of objects that have one of the discriminator values, or none. */
export const demandDiscriminatorValueIfAny = (place: Node, {property, values}: DiscriminatorValues): Node =>
  createSchemaAt(place, {properties: {[property]: {enum: values}}})

/** The schema of objects that have another discriminator value. */
export const demandOtherDiscriminatorValue = (place: Node, {property, values}: DiscriminatorValues): Node =>
  createSchemaAt(place, {required: [property], properties: {[property]: {not: {enum: values}}}})
