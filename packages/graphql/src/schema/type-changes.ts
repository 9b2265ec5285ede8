import {namedTypeOf} from './schema.ts'

/** How two types of a value differ, and in which of their lists: `[]` for the items of the outermost one. */
export interface TypeDifference {
  readonly is: 'null-allowed' | 'null-refused' | 'type-changed'
  readonly at: string
}

/** Compares two types with their lists and exclamation marks. Empty if they are equal. */
export function compareWrappedTypes(old: string, fresh: string): TypeDifference[] {
  if (old === fresh) return []
  if (namedTypeOf(old) !== namedTypeOf(fresh) || listDepth(old) !== listDepth(fresh))
    return [{is: 'type-changed', at: ''}]
  const found: TypeDifference[] = []
  let [was, is, at] = [old, fresh, '']
  for (;;) {
    const [wasRequired, isNowRequired] = [was.endsWith('!'), is.endsWith('!')]
    if (wasRequired !== isNowRequired) found.push({is: isNowRequired ? 'null-refused' : 'null-allowed', at})
    if (!was.startsWith('[')) return found
    was = itemOf(was)
    is = itemOf(is)
    at += '[]'
  }
}

export const listDepth = (type: string): number => type.split('[').length - 1

/** The type of the items of a list. */
export const itemOf = (type: string): string => type.replace(/!$/, '').slice(1, -1)
