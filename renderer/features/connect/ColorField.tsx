import { Group } from '@mantine/core'
import { profileColor, type ProfileColor } from '../../../contract/app/profile/profile.ts'
import { tileProps } from '../../session/ProfileTile.tsx'
import styles from './connect.module.css'

interface ColorFieldProps {
  value: ProfileColor
  onChange: (color: ProfileColor) => void
}

/** Shows the profile colours as a radio group: one tab stop, arrow keys within it, and a name for each colour. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  return (
    <fieldset className={styles['colors']}>
      <legend>Colour</legend>
      <Group gap={4} mih={36}>
        {profileColor.options.map((color) => (
          <label key={color} {...tileProps(color)} title={colorName(color)}>
            <input
              type="radio"
              name="color"
              aria-label={colorName(color)}
              checked={color === value}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
      </Group>
    </fieldset>
  )
}

function colorName(color: ProfileColor): string {
  return color.charAt(0).toUpperCase() + color.slice(1)
}
