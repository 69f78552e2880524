import type { Operation } from '../../../contract/app/calls/app/activity.ts'

export const operationNames: Record<Operation, string> = {
  create: 'Create',
  lookup: 'Look up',
  change: 'Change',
  history: 'Load history',
  visits: 'Load visits',
  test: 'Test connection',
  enroll: 'Accept invitation',
  rules: 'Load rules',
  app_links: 'Check app links',
  image: 'Show an image',
}
