import type {Config} from '../../inputs/config/file.ts'
import type {TrafficOfApi} from '../../model/lifecycle/traffic-of-api.ts'
import type {Files} from '../../stores/files/files.ts'

/** The folder of the table of an API. */
export declare function tableFolder(config: Config | undefined): string

/**
 * Who calls an API, as the table in a folder says, or why none does. It is read when the first question is asked. A table on
 * disk that isn't valid is an `InputError`; for one in a commit, that is why it says nothing.
 */
export declare function openTable(
  files: Files,
  config: Config | undefined,
  service: string,
  folder?: string
): TrafficOfApi
