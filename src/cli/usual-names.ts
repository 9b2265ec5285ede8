/** The configuration, where it is looked for without being named. */
export const CONFIG_NAME = 'tenure.yaml'
