import {findEntry, githubNotes} from '../../../packages/pages/src/release-notes/github.ts'
import type {History} from '../../../src/model/lifecycle/history.ts'
import type {Judgment} from '../../../src/model/verdict/judgment.ts'
import type {Policy} from '../../../src/model/verdict/policy.ts'
import {changesOfRelease} from '../../../src/outputs/changes/changes-of-release.ts'
import {createHistoryPage} from '../../../src/outputs/changes/page-data.ts'

/** Renders the notes of one release without a title, as release pages show it. */
export function renderNotes(history: History, judgments: readonly Judgment[], policy: Policy, release: string): string {
  const page = {...createHistoryPage(history, judgments, policy, true), isForClients: true as const}
  return githubNotes(changesOfRelease(findEntry(history, release), page), page)
}
