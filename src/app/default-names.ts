/** Default name of the config file. */
export const CONFIG_NAME = 'tenure.yaml'
/** Default names of a history: a single file, or the main file of a history folder. */
export const HISTORY_NAMES: readonly string[] = ['history.yaml', 'service.yaml']
