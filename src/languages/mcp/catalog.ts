import type {ChangeExplanation} from '../openapi/catalog/example.ts'
import type {MCP_KINDS} from './kinds.ts'

const toolExample = (line: string): string => `{"tools": [{
  "name": "get_loan",
${line}
  "inputSchema": {"type": "object"}
}]}
`

/** Explanation of each kind of change that only tools of MCP servers have. */
export const MCP_CHANGES = {
  'output-schema-removed': {
    title: 'Output schema removed',
    means: 'A tool no longer describes its result, so clients can no longer rely on the structure of it.',
    example: toolExample('# old\n  "outputSchema": {"type": "object"},\n# both')
  },
  'output-schema-added': {
    title: 'Output schema added',
    means: 'A tool now describes its result.',
    example: toolExample('# new\n  "outputSchema": {"type": "object"},\n# both')
  },
  'task-support-tightened': {
    title: 'Task support tightened',
    means:
      'A tool can now only be called as a task, or no longer. A missing `taskSupport` is `forbidden`, by the specification.',
    example: toolExample('# new\n  "execution": {"taskSupport": "required"},\n# both')
  },
  'task-support-loosened': {
    title: 'Task support loosened',
    means: 'A tool can now also be called as a task, or also without one.',
    example: toolExample('# new\n  "execution": {"taskSupport": "optional"},\n# both')
  },
  'tool-hint-changed': {
    title: 'Hint of a tool changed',
    means:
      'An annotation says something else about a call: that it only reads, deletes, can be repeated, or reaches other systems. A missing hint has the default of the specification.',
    example: toolExample(
      '# old\n  "annotations": {"readOnlyHint": true},\n# new\n  "annotations": {"readOnlyHint": false},\n# both'
    )
  },
  'tool-description-changed': {
    title: 'Description of a tool changed',
    means:
      'The description, the title, or an example of a tool, an argument, or a field of its result changed, by which a model chooses what to call, and how. Marks such as `[DEPRECATED]` are no part of it.',
    example: toolExample(
      '# old\n  "description": "Returns a loan.",\n# new\n  "description": "Returns a loan, also an old one.",\n# both'
    )
  },
  'unread-list-changed': {
    title: 'Other list of a server changed',
    means:
      'The prompts, resources, or instructions of a server changed, which are compared as a whole. Those that were only added are compatible.',
    example: `{
# old
  "prompts": [{"name": "remind"}],
# new
  "prompts": [],
# both
  "tools": [{"name": "get_loan", "inputSchema": {"type": "object"}}]
}
`
  }
} as const satisfies Record<keyof typeof MCP_KINDS, ChangeExplanation>
