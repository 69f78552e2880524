/** Base path of exported files, followed by the job's id. */
export const exportPath = '/export/'
