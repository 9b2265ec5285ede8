// A language in which a file lists what a service offers, one name a line: `GetLoan deprecated 2025-03-01 until 2026-06-01`.

import type {FileTree} from '../../src/documents/file-tree.ts'
import type {Description, LanguageReader} from '../../src/languages/description.ts'
import type {Language} from '../../src/languages/language.ts'
import type {Change} from '../../src/model/api/change.ts'
import type {DescribedOperation, ReleaseDiff} from '../../src/model/api/release-diff.ts'
import {defined} from '../../src/model/defined.ts'
import {type Target, targetKey} from '../../src/model/subject/subject.ts'

const nameTarget = (name: string): Target => ({kind: 'name', text: `name ${name}`, name})

export const names: Language = {
  name: 'names',
  targetKinds: {name: {plural: 'names', noun: 'name'}},
  verbs: [],
  stabilityKeys: {words: [], flags: []},
  kinds: {},
  sampleTargets: [],
  parseTarget: text => {
    const name = /^name (\w+)$/.exec(text.trim())?.[1]
    return name === undefined ? undefined : nameTarget(name)
  }
}

const LINE = /^(\w+)(?: deprecated (\S+))?(?: until (\S+))?$/

/** The change of one name. Nothing but names is compared, so none needs a proof. */
const changeOf = (kind: Change['kind'], {subject}: DescribedOperation, where: Change['where']): Change => {
  return {kind, subject, at: '', where, reaches: [{operation: subject, side: 'request'}], proofs: {}}
}

class NamesDescription implements Description {
  readonly title = 'Lending Library'
  readonly base = ''
  readonly addresses = []
  readonly source: string
  readonly paths: readonly string[]
  readonly #names = new Map<string, DescribedOperation>()

  constructor({path, read, sourceOf}: FileTree) {
    this.source = sourceOf(path)
    this.paths = [path]
    for (const [at, line] of read(path).toString('utf8').split('\n').entries()) {
      const [, name, since, sunset] = LINE.exec(line) ?? []
      if (name === undefined) continue
      const described = defined({deprecated: since === undefined ? undefined : (true as const), since, sunset})
      const place = {source: this.source, line: at + 1, column: 1}
      this.#names.set(`name ${name}`, {subject: {target: nameTarget(name)}, place, described})
    }
  }

  readonly locateOperations = (operations: readonly DescribedOperation[]): DescribedOperation[] => [...operations]
  readonly listMarks = (): DescribedOperation[] => [...this.#names.values()]
  readonly listTargets = (): Target[] => this.listMarks().map(({subject}) => subject.target)

  describe(): ReleaseDiff {
    const arrivals = this.listMarks()
    const marks = arrivals.some(({described}) => described.deprecated)
    return {title: this.title, base: '', changes: [], arrivals, marked: [], marks, gaps: []}
  }

  describeSince(older: NamesDescription): ReleaseDiff {
    const arrivals = this.listMarks().filter(({subject}) => !older.#find(subject.target))
    const {changes} = this.compareWith(older)
    const marked = changes.flatMap(({kind, subject}) =>
      kind === 'deprecated' ? (this.#find(subject.target) ?? []) : []
    )
    return {...this.describe(), changes, arrivals, marked}
  }

  compareWith(older: NamesDescription) {
    const changes = this.listMarks().flatMap((each): Change[] => {
      const was = older.#find(each.subject.target)
      if (!was) return [changeOf('operation-added', each, {new: each.place})]
      const where = {old: was.place, new: each.place}
      const {deprecated, sunset} = each.described
      return [
        ...(deprecated && !was.described.deprecated ? [changeOf('deprecated', each, where)] : []),
        ...(sunset !== was.described.sunset ? [{...changeOf('sunset-set', each, where), new: sunset}] : [])
      ]
    })
    for (const each of older.listMarks().filter(({subject}) => !this.#find(subject.target))) {
      const announced = {...each.described, deprecated: each.described.deprecated ?? false}
      changes.push({...changeOf('operation-removed', each, {old: each.place}), announced})
    }
    return {changes, unused: [], gaps: {old: [], new: []}, stated: new Map(), tags: () => new Map()}
  }

  readonly #find = (target: Target): DescribedOperation | undefined => this.#names.get(targetKey(target))
}

export const createNamesReader = (): LanguageReader => ({
  language: names.name,
  reads: ({path}) => path.endsWith('.names'),
  open: files => new NamesDescription(files)
})
