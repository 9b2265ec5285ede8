// A language in which a file lists what a service offers, one name a line: `GetLoan paid deprecated 2025-03-01 until 2026-06-01`.
import type {Description, LanguageReader} from '../../src/descriptions/description.ts'
import type {FileTree} from '../../src/documents/file-tree.ts'
import type {Language} from '../../src/languages/language.ts'
import type {Change} from '../../src/model/api/change.ts'
import type {DescribedOperation, ReleaseDiff} from '../../src/model/api/release-diff.ts'
import {defined} from '../../src/model/defined.ts'
import type {Target} from '../../src/model/subject/subject.ts'
import {statement} from '../../src/phrases/phrases.ts'
import {ownerMention} from '../../src/phrases/subject.ts'

const nameTarget = (name: string): Target => ({kind: 'name', text: `name ${name}`, name})

export const names: Language = {
  ...{name: 'names', presets: []},
  targetKinds: {name: {plural: 'names', noun: 'name'}},
  parseTarget: text => {
    const name = /^name (\w+)$/.exec(text.trim())?.[1]
    return name === undefined ? undefined : nameTarget(name)
  },
  files: {name: /\.names$/, usual: ['api.names']},
  kinds: {
    'price-added': {
      effects: {request: 'breaking'},
      sentence: change => statement(ownerMention(change), ' is no longer free'),
      advice: {request: {when: 'before', do: 'Pay for it.'}}
    }
  },
  deprecable: {what: 'a name', name: 'NAME'},
  sampleTargets: ['name GetLoan'],
  marks: () => ({deprecated: 'deprecated DAY', since: 'deprecated DAY', sunset: 'until DAY'})
}

const LINE = /^(\w+)( paid)?(?: deprecated (\S+))?(?: until (\S+))?$/

/** The change of one name. Nothing but names is compared, so none needs a proof. */
const changeOf = (kind: Change['kind'], {subject}: DescribedOperation, where: Change['where']): Change => {
  return {kind, subject, at: '', where, reaches: [{operation: subject, side: 'request'}], proofs: {}}
}

class NamesDescription implements Description {
  readonly language = 'names'
  readonly title = 'Lending Library'
  readonly base = ''
  readonly addresses = []
  readonly source: string
  readonly paths: readonly string[]
  readonly #names = new Map<string, DescribedOperation & {readonly isPaid: boolean}>()

  constructor({path, read, sourceOf}: FileTree) {
    this.source = sourceOf(path)
    this.paths = [path]
    for (const [at, line] of read(path).toString('utf8').split('\n').entries()) {
      const [, name, paid, since, sunset] = LINE.exec(line) ?? []
      if (name === undefined) continue
      const described = defined({deprecated: since === undefined ? undefined : (true as const), since, sunset})
      const place = {source: this.source, line: at + 1, column: 1}
      this.#names.set(name, {subject: {target: nameTarget(name)}, place, described, isPaid: paid !== undefined})
    }
  }

  readonly locateOperations = (operations: readonly DescribedOperation[]): DescribedOperation[] => [...operations]
  readonly listMarks = (): DescribedOperation[] => [...this.#names.values()]
  readonly listTargets = (): Target[] => this.listMarks().map(({subject}) => subject.target)

  describe(): ReleaseDiff {
    const marks = [...this.#names.values()].some(({described}) => described.deprecated)
    return {title: this.title, base: '', changes: [], arrivals: this.listMarks(), marked: [], marks, gaps: []}
  }

  describeSince(older: NamesDescription): ReleaseDiff {
    const {changes} = this.compareWith(older)
    const ofKind = (kind: string): DescribedOperation[] =>
      changes.flatMap(each => (each.kind === kind ? (this.#names.get(each.subject.target.name ?? '') ?? []) : []))
    return {...this.describe(), changes, arrivals: ofKind('operation-added'), marked: ofKind('deprecated')}
  }

  compareWith(older: NamesDescription) {
    const changes = [...this.#names].flatMap(([name, each]): Change[] => {
      const was = older.#names.get(name)
      if (!was) return [changeOf('operation-added', each, {new: each.place})]
      const [where, {deprecated, sunset}] = [{old: was.place, new: each.place}, each.described]
      return [
        ...(each.isPaid && !was.isPaid ? [changeOf('price-added', each, where)] : []),
        ...(deprecated && !was.described.deprecated ? [changeOf('deprecated', each, where)] : []),
        ...(sunset !== was.described.sunset ? [{...changeOf('sunset-set', each, where), new: sunset}] : [])
      ]
    })
    for (const [name, each] of older.#names) {
      const announced = {...each.described, deprecated: each.described.deprecated ?? false}
      if (!this.#names.has(name)) changes.push({...changeOf('operation-removed', each, {old: each.place}), announced})
    }
    return {changes, unused: [], gaps: {old: [], new: []}, stated: new Map()}
  }
}

export const namesReader: LanguageReader = {
  language: names.name,
  createOpener: () => files => new NamesDescription(files)
}
