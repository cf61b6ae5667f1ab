interface Props<Order extends string> {
  value: Order;
  options: Readonly<Record<Order, string>>;
  onChange: (order: Order) => void;
  className?: string;
}

/** The select for the order of a list. `options` names each order. */
export function SortSelect<Order extends string>({ value, options, onChange, className = '' }: Props<Order>) {
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
