import {childNode, type Node, rootNode} from '@tenure/json-schema/document/node'
import {isRecord} from '@tenure/json-schema/json'
import type {Content, FormEncoding, PartEncoding} from '../../snapshot.ts'
import type {OlderNewer} from '../context.ts'
import {type FlatSchema, flatten, keywordValues, listAt, mergeSchemas, propertiesOf} from '../flatten/flatten.ts'
import {createSchemaAt} from '../proof/proofs.ts'

/** A form part in the older or in the newer description. */
export interface FormPart {
  readonly encoding: PartEncoding | undefined
  /** The schemas of its value. */
  readonly nodes: readonly Node[]
  /** The steps from the content to the encoding of the part. */
  readonly steps: readonly (string | number)[]
}

interface NamedParts extends OlderNewer<FormPart> {
  readonly name: string
}

const MAX_DEPTH = 20

/** The form parts that both sides have, and the parts inside them. */
export function pairFormParts({older, newer}: OlderNewer<Content>): NamedParts[] {
  if (!older.schema || !newer.schema) return []
  const whole = ({encoding, schema}: Content): FormPart => ({
    encoding,
    nodes: schema ? [rootNode(schema)] : [],
    steps: []
  })
  return partsBelow({name: '', older: whole(older), newer: whole(newer)}, 0)
}

function partsBelow({name, older, newer}: NamedParts, depth: number): NamedParts[] {
  const [was, is] = [encodingOf(older), encodingOf(newer)]
  const [flat, other] = [older, newer].map(({nodes}) => flatten(mergeSchemas(nodes))) as [FlatSchema, FlatSchema]
  const fields = propertiesOf(other)
  const part = (
    {steps}: FormPart,
    nodes: readonly Node[],
    encoding: PartEncoding | undefined,
    ...way: (string | number)[]
  ): FormPart => ({
    encoding,
    nodes,
    steps: [...steps, ...way]
  })
  const named = [...propertiesOf(flat)].flatMap(([field, nodes]): NamedParts[] => {
    const there = fields.get(field)
    if (!there) return []
    return [
      {
        name: name === '' ? field : `${name}.${field}`,
        older: part(older, nodes, encodingOfField(was, field), 'encoding', field),
        newer: part(newer, there, encodingOfField(is, field), 'encoding', field)
      }
    ]
  })
  const first = Math.max(was.prefixEncoding?.length ?? 0, is.prefixEncoding?.length ?? 0)
  const isListed = first > 0 || was.itemEncoding !== undefined || is.itemEncoding !== undefined
  const placed = (isListed ? [...Array.from({length: first}, (_, at) => at), undefined] : []).flatMap(
    (at): NamedParts[] => {
      const [nodes, there] = [itemsOf(flat, at), itemsOf(other, at)]
      const placedPart = (
        side: FormPart,
        {prefixEncoding = [], itemEncoding}: FormEncoding,
        held: readonly Node[]
      ): FormPart =>
        at !== undefined && at < prefixEncoding.length
          ? part(side, held, prefixEncoding[at], 'prefixEncoding', at)
          : part(side, held, itemEncoding, 'itemEncoding')
      return [{name: `${name}[${at ?? ''}]`, older: placedPart(older, was, nodes), newer: placedPart(newer, is, there)}]
    }
  )
  const all = [...named, ...placed]
  if (depth === MAX_DEPTH) return all
  return all.flatMap(each => [
    each,
    ...(hasPartEncodings(each.older) || hasPartEncodings(each.newer) ? partsBelow(each, depth + 1) : [])
  ])
}

const encodingOfField = ({encoding = {}}: FormEncoding, field: string): PartEncoding | undefined =>
  Object.hasOwn(encoding, field) ? encoding[field] : undefined

const encodingOf = ({encoding}: FormPart): FormEncoding => encoding ?? {}

/** Whether a part has encodings for parts of its own. */
const hasPartEncodings = ({encoding}: FormPart): boolean =>
  encoding !== undefined && ['encoding', 'prefixEncoding', 'itemEncoding'].some(key => Object.hasOwn(encoding, key))

/** The schemas of the list item at a position, or of all items after those with a position. Without any, it's any value. */
function itemsOf(flat: FlatSchema, at: number | undefined): Node[] {
  const placed =
    at === undefined
      ? []
      : flat.members.flatMap(node =>
          isRecord(node.raw) && listAt(node.raw, node.traits.tuple).length > at
            ? [childNode(node, node.traits.tuple, at)]
            : []
        )
  if (placed.length > 0) return placed
  const items = keywordValues(flat, 'items').flatMap(({node, value}) =>
    Array.isArray(value) ? [] : [childNode(node, 'items')]
  )
  return items.length > 0 ? items : [createSchemaAt(flat.node, {})]
}
