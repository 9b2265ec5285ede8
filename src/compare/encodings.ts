import type {Content} from '../model/snapshot.ts'
import type {Direction} from '../model/subject.ts'
import {isRecord, own} from '../schema/json.ts'
import {type Node, nodeOf} from '../schema/node.ts'
import {sidesOf} from './desk.ts'
import {isEqual} from './equality.ts'
import {flatten, propertiesOf, said, typesOf} from './flat.ts'
import {together} from './together.ts'
import type {Two} from './walk.ts'

const fieldsOf = ({schema}: Content): ReadonlyMap<string, readonly Node[]> =>
  schema ? propertiesOf(flatten(nodeOf(schema))) : new Map()

/** The fields of a form that were there and are, and are written otherwise, so that one side cannot read the other. */
export function encodedAnew({older, newer}: Two<Content>, side: Direction): string[] {
  const [was, is] = [older, newer].map(({encoding}) => (isRecord(encoding) ? encoding : {})) as [object, object]
  const [fields, others] = [fieldsOf(older), fieldsOf(newer)]
  return [...fields.keys()].filter(name => {
    const [one, other] = [fields.get(name), others.get(name)]
    if (!one || !other) return false
    const isMultipart = [older, newer].every(({type}) => type.startsWith('multipart/'))
    if (isMultipart && isText(one) && isText(other) && isFile(one) !== isFile(other)) return true
    const [written, read] = [own(was, name), own(is, name)]
    if (isEqual(written, read)) return false
    const {sub, sup} = sidesOf({older: typesIn(written), newer: typesIn(read)}, side)
    return (holdsOthers(one) && holdsOthers(other) && !isEqual(styleIn(written), styleIn(read))) || !areWithin(sub, sup)
  })
}

/** A file has a name and a type of its own beside what is in it; a text has not. */
const isFile = (nodes: readonly Node[]): boolean =>
  said(flatten(together(nodes)), 'format').some(({value}) => value === 'binary')

const isText = (nodes: readonly Node[]): boolean => {
  const types = typesOf(flatten(together(nodes)))
  return types.has('string') && [...types].every(type => type === 'string' || type === 'null')
}

/** Lists and objects are written in one of several ways, texts are what they are. */
function holdsOthers(nodes: readonly Node[]): boolean {
  const types = typesOf(flatten(together(nodes)))
  return (types.has('array') || types.has('object')) && types.size < 7
}

function styleIn(encoding: unknown): unknown {
  if (!isRecord(encoding)) return {}
  const {contentType: _, headers: __, ...style} = encoding as Readonly<Record<string, unknown>>
  return style
}

/** The media types that a field may have; nothing, where none are said. */
function typesIn(encoding: unknown): readonly string[] | undefined {
  const written = isRecord(encoding) ? own(encoding, 'contentType') : undefined
  return typeof written === 'string' ? written.split(',').map(each => each.trim().toLowerCase()) : undefined
}

const areWithin = (sub: readonly string[] | undefined, sup: readonly string[] | undefined): boolean =>
  sup === undefined ||
  (sub ?? ['*/*']).every(type =>
    sup.some(
      range => range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
    )
  )
