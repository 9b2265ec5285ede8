import {isRecord, own} from '@tenure/json-schema/json'
import {stringAt} from './values.ts'

/** The extension that names who owns an operation, a path, a tag, or a whole description: a text or a list of texts. */
const OWNER_EXTENSION = 'x-owner'

/**
 * The owners of an operation, from the nearest part that states any: the operation, the objects of its path, its tags,
 * or the document. Empty if none does.
 */
export function readOwners(operation: unknown, items: readonly unknown[], tags: readonly string[], root: unknown) {
  const listed = isRecord(root) ? own(root, 'tags') : undefined
  const tagged = Array.isArray(listed) ? listed.filter(each => tags.includes(stringAt(each, 'name') ?? '')) : []
  const nearest = [[operation], ...items.map(item => [item]), tagged, [root]]
    .map(parts => parts.flatMap(ownersAt))
    .find(({length}) => length > 0)
  return [...new Set(nearest)]
}

function ownersAt(raw: unknown): string[] {
  const value: unknown = isRecord(raw) ? own(raw, OWNER_EXTENSION) : undefined
  return [value].flat().flatMap(each => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []))
}
