import {folder} from '../cli/run.ts'
import {RepositoryWriter} from './repository-writer.ts'
import type {Files} from './scenario.ts'

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

const DAY = 86_400
const FIRST = Date.parse('2025-06-01T12:00:00Z') / 1000

/** Creates a repository with these commits, one a day, and checks out a branch or tag. */
export async function repositoryWithLines(steps: readonly Step[], checkout: string): Promise<string> {
  const cwd = folder()
  const writer = new RepositoryWriter(cwd)
  const branches = new Map<string, string>()
  const marked = new Map<string, string>()
  const find = (name: string): string => branches.get(name) ?? marked.get(name) ?? ''
  for (const [index, {on, files = {}, from, merge, tags = [], annotated}] of steps.entries()) {
    const at = FIRST + index * DAY
    const parents = [branches.get(on) ?? (from && find(from)), merge && find(merge)].filter(each => each !== undefined)
    const commit = writer.commit({files, parents, at, message: `Step ${index}`})
    branches.set(on, commit)
    for (const tag of tags) {
      writer.ref(`refs/tags/${tag}`, commit)
      marked.set(tag, commit)
    }
    if (annotated !== undefined) {
      writer.tag(annotated, commit, at, 'A release')
      marked.set(annotated, commit)
    }
  }
  for (const [name, commit] of branches) writer.ref(`refs/heads/${name}`, commit)
  writer.checkOut(branches.has(checkout) ? `refs/heads/${checkout}` : `refs/tags/${checkout}`, find(checkout))
  return cwd
}
