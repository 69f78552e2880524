import { Box, Group, Text } from '@mantine/core'
import { CircleAlert, Equal } from 'lucide-react'
import type { FieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { Code } from '../../ui/Code.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import { IconLine } from '../../ui/IconLine.tsx'
import { Table } from '../../ui/Table.tsx'
import { listDefinition, type DefinitionField, type DiffRow } from './promotion.ts'
import styles from './promotion.module.css'

/** Shows the differences to production side by side. */
export function Changes({ rows }: { rows: DiffRow[] }) {
  return (
    <section aria-labelledby="promote-changes">
      <h3 id="promote-changes">What changes</h3>
      <Table
        className={styles['changes']}
        layout="fixed"
        verticalSpacing={6}
        columns={[
          {
            head: null,
            cell: ({ name }) => (
              <Text inherit c="dimmed" fw={400}>
                {name}
              </Text>
            ),
            isRowHeader: true,
            look: { w: '34%' },
          },
          { head: 'Development', cell: ({ development }) => development ?? 'Unknown' },
          { head: 'Production', cell: ({ production }) => production ?? 'Unknown', className: styles['new'] },
        ]}
        rows={rows}
        getKey={({ name }) => name}
      />
    </section>
  )
}

/** Shows the unchanged definition of a link, with the errors of a rejected one. */
export function Definition({ request, errors }: { request: GenerateRequest; errors: FieldErrors }) {
  const fields = listDefinition(request, errors)
  return (
    <Box component="section" fz="sm" aria-labelledby="promote-same">
      <Group component="h3" id="promote-same" gap={6} mb={6}>
        <Equal size={15} aria-hidden /> What stays the same
      </Group>
      {fields.length === 0 ? (
        <Text c="dimmed" fz="sm">
          This link sets no fields itself. The service’s defaults apply.
        </Text>
      ) : (
        <FieldList rows={fields.map((field) => ({ name: field.name, value: <Value {...field} /> }))} />
      )}
    </Box>
  )
}

function Value({ field, name, value, error }: DefinitionField) {
  return (
    <>
      {field === 'data' ? (
        <Code text={value} label={name} />
      ) : (
        <span style={{ whiteSpace: 'pre-wrap' }}>{value}</span>
      )}
      {error !== null && (
        <IconLine icon={CircleAlert} size={14} mt={2} c="var(--bad-text)" fw={550}>
          {error}
        </IconLine>
      )}
    </>
  )
}
