/** The configuration, where it is looked for without being named. */
export const CONFIG_NAME = 'tenure.yaml'
/** A history: one file, or the head of a folder. */
export const HISTORY_NAMES: readonly string[] = ['history.yaml', 'service.yaml']
