// Holds the example of each break against graphql-js: a document that only the older schema accepts, or a value that
// only the newer one allows.
import {
  buildASTSchema,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  NoUnusedFragmentsRule,
  parse,
  specifiedRules,
  specifiedScalarTypes,
  validate
} from 'graphql'
import type {Change, Proof} from '../../../src/model/api/change.ts'
import {effectsOf} from '../effects.ts'

export const buildLoosely = (text: string): GraphQLSchema =>
  buildASTSchema(parse(text.trim() === '' ? 'scalar Nothing' : text), {assumeValid: true, assumeValidSDL: true})

/** A part of a federated graph has no root type, so its documents are fragments alone. */
const RULES = specifiedRules.filter(rule => rule !== NoUnusedFragmentsRule)

/** Whether a schema accepts a document, and has the types of its operations. */
function acceptsDocument(schema: GraphQLSchema, text: string): boolean {
  const document = parse(text)
  const isServed = document.definitions.every(
    each => each.kind !== Kind.OPERATION_DEFINITION || schema.getRootType(each.operation) || !schema.getQueryType()
  )
  return isServed && validate(schema, document, RULES).length === 0
}

/** Whether a response can have the value in a place of the type. */
function returns(schema: GraphQLSchema, type: GraphQLOutputType, value: unknown): boolean {
  if (isNonNullType(type)) return value !== null && returns(schema, type.ofType, value)
  if (value === null) return true
  if (isListType(type)) return Array.isArray(value) && value.every(each => returns(schema, type.ofType, each))
  if (isEnumType(type)) return type.getValue(String(value)) !== undefined
  if (isScalarType(type)) {
    if (!specifiedScalarTypes.some(({name}) => name === type.name)) return !Array.isArray(value)
    if (type.name === 'Int') return Number.isInteger(value)
    return typeof value === {Float: 'number', Boolean: 'boolean', String: 'string', ID: 'string'}[type.name]
  }
  const name = (value as {readonly __typename?: string}).__typename
  const actual = name === undefined ? undefined : schema.getType(name)
  return actual === type || (isAbstractType(type) && isObjectType(actual) && schema.isSubType(type, actual))
}

/** The type of the field that a change is about, or the type itself that it is about. */
function typeOf(schema: GraphQLSchema, {subject, at}: Change): GraphQLOutputType | undefined {
  const [, name = '', field] = /^(?:type )?(\w+)(?:\.(\w+))?/.exec(subject.target.text) ?? []
  const type = schema.getType(name)
  if (field === undefined) return isCompositeType(type) ? type : undefined
  if (isEnumType(type)) return type
  const definition = type && 'getFields' in type ? type.getFields()[field] : undefined
  let inner = definition && (definition.type as GraphQLOutputType)
  for (const _ of at.match(/\[\]/g) ?? []) {
    if (isNonNullType(inner)) inner = inner.ofType
    if (isListType(inner)) inner = inner.ofType
  }
  return inner
}

/** What is wrong with the proof of a break. `undefined` if it holds. */
function refute(proof: Proof, change: Change, older: GraphQLSchema, newer: GraphQLSchema): string | undefined {
  if (proof.is !== 'breaks') return `is proved by “${proof.is}”`
  if (proof.isDocument) {
    const text = String(proof.witness)
    if (!acceptsDocument(older, text)) return `was rejected before: ${text}`
    return acceptsDocument(newer, text) ? `is still accepted: ${text}` : undefined
  }
  const [was, is] = [typeOf(older, change), typeOf(newer, change)]
  const value = JSON.stringify(proof.witness)
  if (!was || !is) return `has no type for ${value}`
  if (returns(older, was, proof.witness)) return `could be returned before: ${value}`
  return returns(newer, is, proof.witness) ? undefined : `isn’t returned: ${value}`
}

/** The breaks whose examples are missing or wrong. */
export function findUnproven(changes: readonly Change[], older: GraphQLSchema, newer: GraphQLSchema): string[] {
  const breaking = new Set(effectsOf(changes).flatMap(({change, is}) => (is === 'breaking' ? [change] : [])))
  return [...breaking].flatMap(change => {
    const proofs = Object.values(change.proofs)
    const name = `${change.kind} ${change.subject.target.text}${change.at.includes('[]') ? change.at : ''}`
    if (proofs.length === 0) return [`${name} has no example`]
    return proofs.flatMap(proof => refute(proof, change, older, newer) ?? []).map(each => `${name} ${each}`)
  })
}
