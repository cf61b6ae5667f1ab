import type { KeyboardEvent, Ref } from 'react';

interface Props {
  ref?: Ref<HTMLInputElement>;
  /** The accessible name, and the placeholder. */
  label: string;
  text: string;
  onText: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** The field that filters a list or searches in it. */
export function SearchInput({ ref, label, text, onText, onKeyDown }: Props) {
  return (
    <input
      ref={ref}
      type="search"
      className="input min-w-0 flex-1"
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface SortSelectProps<Order extends string> {
  value: Order;
  options: Readonly<Record<Order, string>>;
  onChange: (order: Order) => void;
  className?: string;
}

/** The select for the order of a list. `options` names each order. */
export function SortSelect<Order extends string>({ value, options, onChange, className = '' }: SortSelectProps<Order>) {
  return (
    <select
      className={`select w-auto ${className}`}
      aria-label="Sort by"
      value={value}
      // The option values are the keys of `options`, so one of them is always an Order.
      onChange={(event) => onChange(event.target.value as Order)}
    >
      {Object.entries<string>(options).map(([order, label]) => (
        <option key={order} value={order}>
          {label}
        </option>
      ))}
    </select>
  );
}
