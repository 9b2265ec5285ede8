import {createHash} from 'node:crypto'
import fc from 'fast-check'
import {importMarkdown} from '../../packages/import/src/import.ts'
import {partAsMarkdown} from '../../packages/pages/src/history-page/page-part.ts'
import {rules} from '../../rules/index.ts'
import {readHistoryText} from '../../src/inputs/history/file.ts'
import {lint} from '../../src/lint.ts'
import {InputError} from '../../src/model/input-error.ts'
import {summarize} from '../../src/outputs/report/report.ts'
import {renderNotes} from '../outputs/pages/render-notes.ts'
import {historyIn, policyIn} from './judge-world.ts'
import {type World, worlds} from './worlds.ts'

/** Does everything that can be done with a history: judges, lints, renders, and imports what was rendered. */
function processWorld(world: World): string {
  const history = historyIn(world, 'recorded')
  const policy = policyIn(world, 'recorded')
  const {judgments, findings} = lint(history, policy, rules)
  const {compliant, violation, exempt, undetermined} = summarize(judgments, findings)
  const total = compliant + violation + exempt.policy + exempt.waiver + undetermined
  if (total !== judgments.length) throw new Error(`Unexpected sum of ${total} verdicts, expected ${judgments.length}`)
  const page = partAsMarkdown('all', history, judgments, policy)
  const last = history.timeline.entries.at(-1)
  const notes = last && renderNotes(history, judgments, policy, last.name)
  const imported = readHistoryText(importMarkdown(page, 'page.md', '2026-03-02').yaml, 'imported.yaml').declared
  return JSON.stringify([
    findings.map(({fingerprint, message}) => [fingerprint, message]),
    page,
    notes,
    imported.events
  ])
}

/** Processes random histories and returns a digest of all results. */
export function digestOf(histories: number, seed: number): {digest: string; lines: number; refused: number} {
  const hash = createHash('sha256')
  let lines = 0
  let refused = 0
  fc.assert(
    fc.property(worlds, world => {
      try {
        hash.update(processWorld(world))
      } catch (error) {
        if (!(error instanceof InputError)) throw error
        refused++
      }
      lines += world.lines.length
    }),
    {numRuns: histories, seed}
  )
  return {digest: hash.digest('hex'), lines, refused}
}
