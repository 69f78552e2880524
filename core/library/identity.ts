import type { Identity } from '../folder/identity.ts'
import { migrations } from './migrations/all.ts'

/** `PRAGMA application_id` of libraries: `LWlb` in ASCII. */
export const libraryIdentity: Identity = {
  applicationId: 0x4c576c62,
  table: 'links',
  columns: ['id', 'state', 'profile_id', 'profile_name', 'environment', 'request', 'created_at'],
  thorough: true,
  steps: migrations,
}
