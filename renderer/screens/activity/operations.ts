import type { Operation } from '../../../contract/calls/activity.ts'

export const operationNames: Record<Operation, string> = {
  create: 'Create',
  lookup: 'Look up',
  change: 'Change',
  history: 'History',
  visits: 'Visits',
  test: 'Test connection',
  enroll: 'Invitation',
  rules: 'Rules of the service',
  app_links: 'Check app links',
}
