import type {Context} from '../../context/context.ts'
import type {Work} from '../../context/tasks.ts'
import {findChangedInput} from '../../stores/changed-inputs.ts'

/** Functions that perform the work of packages, by name. A program adds those that it has at its start. */
export const performers = new Map<string, Performer>()

type Performer = (data: unknown, context: Context, report: (part: unknown) => void) => Promise<unknown>

/** Does work in this thread. `report` receives the parts of the result that are there before the others. */
export async function performWork(
  work: Work,
  context: Context,
  report: (part: unknown) => void = () => {}
): Promise<unknown> {
  switch (work.kind) {
    case 'other': {
      const perform = performers.get(work.performer)
      if (!perform) throw new Error(`Nothing performs the work of \`${work.performer}\`.`)
      return perform(work.data, context, report)
    }
    case 'inputs':
      return findChangedInput(context, work.inputs)
    case 'compare':
      // Imported on demand, because `compare-share.ts` may import the threads, and not the other way round.
      return (await import('../../observations/compare-share.ts')).compareShare(work, context, report)
  }
}
