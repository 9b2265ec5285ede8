import {expect} from 'vitest'
import {run} from '../cli/run.ts'
import {type Files, git, repositoryOf} from './scenario.ts'

/** A commit on a branch, which begins at `from` if it is new, and the tags of the commit. */
export interface Step {
  readonly on: string
  readonly files?: Files
  /** The branch or tag at which a new branch begins. */
  readonly from?: string
  readonly merge?: string
  /** Lightweight tags. */
  readonly tags?: readonly string[]
  readonly annotated?: string
}

const COMMITTER = 'The Library <api@library.example>'
const DAY = 86_400
const FIRST = Date.parse('2025-06-01T12:00:00Z') / 1000

const dataOf = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

/** Creates a repository with these commits, one a day, and checks out a branch or tag. */
export async function repositoryWithLines(steps: readonly Step[], checkout: string): Promise<string> {
  const cwd = await repositoryOf({main: []})
  const known = new Set<string>()
  const refOf = (name: string): string => (known.has(name) ? `refs/heads/${name}` : `refs/tags/${name}`)
  const stdin = steps.map(({on, files = {}, from, merge, tags = [], annotated}, at) => {
    const when = `${COMMITTER} ${FIRST + at * DAY} +0000`
    const begins = from !== undefined && !known.has(on) ? `from ${refOf(from)}\n` : ''
    known.add(on)
    const changes = Object.entries(files).map(([path, text]) =>
      text === '' ? `D ${path}\n` : `M 100644 inline ${path}\n${dataOf(text)}`
    )
    const head = `commit refs/heads/${on}\nauthor ${when}\ncommitter ${when}\n${dataOf(`Step ${at}`)}${begins}`
    const merged = merge === undefined ? '' : `merge ${refOf(merge)}\n`
    return [
      `${head}${merged}${changes.join('')}\n`,
      ...tags.map(tag => `reset refs/tags/${tag}\nfrom refs/heads/${on}\n\n`),
      ...(annotated === undefined
        ? []
        : [`tag ${annotated}\nfrom refs/heads/${on}\ntagger ${when}\n${dataOf('A release')}`])
    ].join('')
  })
  const {code, err} = await run('git', ['fast-import', '--quiet'], {cwd, stdin: stdin.join('')})
  expect(code, err).toBe(0)
  await git(cwd, ['checkout', '--quiet', checkout])
  return cwd
}
