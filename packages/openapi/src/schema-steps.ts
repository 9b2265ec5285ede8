import type {Direction} from '@tenure/core/model/subject/subject'
import {childNode, type Node} from '@tenure/json-schema/document/node'
import {listReferences} from '@tenure/json-schema/document/references'
import {isRecord, own} from '@tenure/json-schema/json'

/** The schemas one step below a schema. */
export function listSteps(node: Node): {readonly text: string; readonly to: Node; readonly only?: Direction}[] {
  const {raw} = node
  if (!isRecord(raw)) return []
  const inMap = (key: string): string[] => {
    const map = own(raw, key)
    return isRecord(map) ? Object.keys(map) : []
  }
  const inList = (key: string): number[] => {
    const list = own(raw, key)
    return Array.isArray(list) ? [...list.keys()] : []
  }
  const isSchema = (key: string): boolean => isRecord(own(raw, key))
  const here = (to: Node): {readonly text: string; readonly to: Node} => ({text: '', to})
  return [
    ...listReferences(node).flatMap(([, to]) => (typeof to === 'string' ? [] : [here(to)])),
    ...['allOf', 'anyOf', 'oneOf'].flatMap(key => inList(key).map(at => here(childNode(node, key, at)))),
    ...['then', 'else'].filter(isSchema).map(key => here(childNode(node, key))),
    ...inMap('dependentSchemas').map(name => here(childNode(node, 'dependentSchemas', name))),
    ...inMap('properties').map(name => {
      const to = childNode(node, 'properties', name)
      return {text: `.${name}`, to, ...sideOf(to.raw)}
    }),
    ...(isSchema('items') ? [{text: '[]', to: childNode(node, 'items')}] : []),
    ...inList('prefixItems').map(at => ({text: `[${at}]`, to: childNode(node, 'prefixItems', at)})),
    ...(isSchema('additionalProperties') ? [{text: '{}', to: childNode(node, 'additionalProperties')}] : []),
    ...inMap('patternProperties').map(name => ({text: `{${name}}`, to: childNode(node, 'patternProperties', name)}))
  ]
}

const sideOf = (raw: unknown): {readonly only?: Direction} => {
  if (!isRecord(raw)) return {}
  if (own(raw, 'readOnly') === true) return {only: 'response'}
  return own(raw, 'writeOnly') === true ? {only: 'request'} : {}
}
