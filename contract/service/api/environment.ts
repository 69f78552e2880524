import { z } from 'zod'
import { environments } from './headers.ts'

/** The schema of an environment's name. */
export const environment = z.enum(environments)
