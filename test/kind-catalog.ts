import {readFileSync} from 'node:fs'
import {parse} from 'yaml'
import type {OpenapiKind} from '../packages/openapi/src/kinds/kinds.ts'
import {packageFolder} from '../src/stores/files/installed-packages.ts'

interface Explanation {
  readonly title: string
  readonly means: string
  readonly example?: string
}

interface Topic {
  readonly title: string
  readonly kinds: Readonly<Record<string, Explanation>>
}

/** The kinds of change of a language with their explanations, by topic, as the docs have them. */
export const topicsOf = (language: string): readonly Topic[] =>
  (parse(readFileSync(packageFolder(`docs/reference/kinds/${language}.yaml`), 'utf8')) as {topics: readonly Topic[]})
    .topics

/** The examples of a language, whose kinds all have one, by kind. */
export const examplesOf = (language: string): [kind: string, example: string][] =>
  Object.entries(catalogOf(language)).map(([kind, {example = ''}]) => [kind, example])

/** The explanations of a language by kind. */
export const catalogOf = (language: string): Readonly<Record<string, Explanation>> =>
  Object.assign({}, ...topicsOf(language).map(({kinds}) => kinds))

export const OPENAPI_CATALOG = catalogOf('openapi') as Readonly<Record<OpenapiKind, Explanation>>

const ROUTE = /^\s*# (old|new|both)$/

/** Splits an example into its old and new description. */
export function splitExample(example: string): {readonly old: string; readonly new: string} {
  const lines: Record<'old' | 'new', string[]> = {old: [], new: []}
  let route = 'both'
  for (const line of example.split('\n')) {
    const turn = ROUTE.exec(line)?.[1]
    if (turn !== undefined) route = turn
    else for (const side of ['old', 'new'] as const) if (route === 'both' || route === side) lines[side].push(line)
  }
  return {old: lines.old.join('\n'), new: lines.new.join('\n')}
}
