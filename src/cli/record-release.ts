import type {Io} from './io.ts'
import type {RecordOptions} from './record.ts'
export function recordRelease(_o: RecordOptions & {release: string}, _io: Io): number { throw new Error('todo') }
