import { newRunPath } from '../../../session/routes.ts'

/** Path of the form for a table of new addresses. */
export const changeTablePath = `${newRunPath}?change`
