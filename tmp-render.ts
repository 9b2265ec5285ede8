import {assemble} from './src/history/assemble.ts'
import {judgeAll} from './src/lint.ts'
import {readHistory} from './src/read/history-file.ts'
import {readPolicy} from './src/read/policy-file.ts'
import {renderNotes} from './src/render/notes.ts'
import {partAsMarkdown} from './src/render/changelog.ts'
const h = assemble(readHistory('fixtures/model-testing-service/history.yaml').declared, {asOf: '2026-11-21'})
const {policy} = readPolicy('fixtures/model-testing-service/policy.yaml')
const j = judgeAll(h, policy)
console.log(partAsMarkdown('all', h, j, policy))
console.log('=====\n' + renderNotes(h, j, policy, process.argv[2] ?? '2.2'))
