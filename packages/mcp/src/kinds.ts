import {atSwitch, beforeSwitch, type KindOfChange} from '@tenure/core/languages/language'
import type {Change} from '@tenure/core/model/api/change'
import {ownerPhrase, statement, statementOn} from '@tenure/core/phrases/phrases'
import {ownerMention, valueMention} from '@tenure/core/phrases/subject'
import {codePiece, type TextPiece} from '@tenure/core/phrases/text-pieces'
import {valueChangePieces} from '@tenure/core/phrases/values'

/** What the hints of a tool say about a call. */
const HINTS: Readonly<Record<string, readonly [isTrue: string, isFalse: string]>> = {
  readOnlyHint: [' is now read-only', ' can now change something'],
  destructiveHint: [' can now delete or overwrite', ' can no longer delete or overwrite'],
  idempotentHint: [' can now be repeated without further effect', ' now has a further effect when repeated'],
  openWorldHint: [' can now reach systems outside of its own', ' can no longer reach systems outside of its own']
}

function hintSentence(change: Change) {
  const {about, new: fresh} = change
  const words = HINTS[about ?? '']?.[fresh === true ? 0 : 1]
  if (words === undefined)
    return statementOn(
      ['the ', about === undefined ? 'hints' : codePiece(about), ' of '],
      ownerMention(change),
      ...valueChangePieces(change)
    )
  const hint: TextPiece[] = [' (', codePiece(`${about}: ${String(fresh)}`), ')']
  return statement(ownerMention(change), words, ...hint)
}

/** The kinds of change that only tools of MCP servers have. */
export const MCP_KINDS = {
  'output-schema-removed': {
    effects: {response: 'breaking'},
    opposite: 'output-schema-added',
    sentence: ownerPhrase(' no longer describes its result'),
    advice: {response: beforeSwitch("Don't rely on the structure of the result{s}.")}
  },
  'output-schema-added': {
    effects: {response: 'compatible'},
    sentence: ownerPhrase(' now describes its result')
  },
  'task-support-tightened': {
    effects: {request: 'breaking'},
    opposite: 'task-support-loosened',
    counted: ['tool with fewer ways to call it', 'tools with fewer ways to call them'],
    sentence: change =>
      statement(
        ownerMention(change),
        change.new === 'required' ? ' can now only be called as a task' : ' can no longer be called as a task'
      ),
    advice: {request: atSwitch('Call the tool{s} in the way that is left.')}
  },
  'task-support-loosened': {
    effects: {request: 'compatible'},
    counted: ['tool with more ways to call it', 'tools with more ways to call them'],
    sentence: change =>
      statement(
        ownerMention(change),
        change.old === 'required' ? ' can now also be called without a task' : ' can now also be called as a task'
      )
  },
  'tool-hint-changed': {
    effects: {request: 'review'},
    isNaming: true,
    counted: ['changed hint of a tool', 'changed hints of tools'],
    sentence: hintSentence,
    advice: {request: beforeSwitch('Check whether the tool{s} may still be called without asking.')}
  },
  'tool-description-changed': {
    effects: {request: 'compatible', response: 'compatible'},
    isNaming: true,
    counted: ['changed description of a tool', 'changed descriptions of tools'],
    sentence: ({about = 'description', ...change}) => statementOn(`the ${about} of `, valueMention(change), ' changed')
  },
  'unread-list-changed': {
    effects: {request: 'review'},
    proof: 'sometimes',
    isNaming: true,
    counted: ['changed list besides the tools', 'changed lists besides the tools'],
    sentence: ({about = 'lists'}) =>
      statementOn(
        ['the ', codePiece(about), ' of '],
        {noun: '', link: [], owner: ['the server']},
        ' changed, and only tools are compared in detail'
      )
  }
} as const satisfies Record<string, KindOfChange>
