import type {Context} from '@tenure/core/context/context'
import {findFileTree} from '@tenure/core/documents/file-tree'
import {findCurrentSpec} from '@tenure/core/inputs/sources/release-base'
import {inputError} from '@tenure/core/model/input-error'
import {formatSubject} from '@tenure/core/model/subject/subject'
import type {KnownApi} from './endpoints.ts'
import type {MatchCall} from './match-counted.ts'

/** Matches documents of GraphQL with the fields that they call. Removed fields are known from the history. */
export async function openQueryMatcher(
  {description, session}: KnownApi,
  named: string | undefined,
  context: Context
): Promise<MatchCall> {
  const spec = findCurrentSpec(context.files, named)
  if (spec === undefined || description?.language !== 'graphql')
    throw inputError('`graphql` logs need the schema. Name it as `spec` in `tenure.yaml`.')
  const {createFieldLister} = await import('@tenure/graphql/called-fields')
  const list = createFieldLister(findFileTree(context, spec, () => Buffer.alloc(0)))
  const known = new Set([
    ...description.listTargets().map(({text}) => text),
    ...(session?.history.lifecycles ?? []).map(({subject: {target}}) => formatSubject({target}))
  ])
  const matches = new Map<string, ReturnType<MatchCall>>()
  return (_, document) => {
    const old = matches.get(document)
    if (old) return old
    const called = list(document)
    const fields = (called?.fields ?? []).filter(each => known.has(each))
    const match = called?.isCertain ? {certain: fields, possible: []} : {certain: [], possible: fields}
    matches.set(document, match)
    return match
  }
}
