// Exact numbers in the browser: fractions of long integers, and their decimals as the terminal
// writes them. No float is ever shown.
const gcd = (a, b) => {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y) [x, y] = [y, x % y];
  return x;
};

export const fraction = (above, below = 1n) => {
  const by = gcd(above, below) || 1n;
  const sign = below < 0n ? -1n : 1n;
  return { n: (sign * above) / by, d: (sign * below) / by };
};
export const read = (text) => {
  const [above, below = "1"] = text.split("/");
  return fraction(BigInt(above), BigInt(below));
};
export const show = (x) => (x.d === 1n ? `${x.n}` : `${x.n}/${x.d}`);
export const add = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a, b) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a, b) => fraction(a.n * b.n, a.d * b.d);
export const over = (a, b) => fraction(a.n * b.d, a.d * b.n);
export const less = (a, b) => a.n * b.d < b.n * a.d;
export const near = (x) => {
  // only to find a place on the screen
  const shift = 10n ** 18n;
  return Number((x.n * shift) / x.d) / 1e18;
};

// A number to so many significant digits, half to even, written as Python's decimal does.
export const decimal = (x, digits = 6) => {
  if (x.n === 0n) return "0";
  const sign = x.n < 0n ? "-" : "";
  const above = x.n < 0n ? -x.n : x.n;
  let exponent = `${above}`.length - `${x.d}`.length;
  const scaled = (e) => {
    const shift = digits - 1 - e;
    return shift >= 0 ? [above * 10n ** BigInt(shift), x.d] : [above, x.d * 10n ** BigInt(-shift)];
  };
  let [top, below] = scaled(exponent);
  if (top / below < 10n ** BigInt(digits - 1)) [top, below] = scaled((exponent -= 1));
  let whole = top / below;
  const rest = (top % below) * 2n;
  if (rest > below || (rest === below && whole % 2n === 1n)) whole += 1n;
  if (whole >= 10n ** BigInt(digits)) {
    whole /= 10n;
    exponent += 1;
  }
  const figures = `${whole}`;
  const trimmed = (text) => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);
  if (exponent <= -7 || exponent >= Math.max(digits, 16)) {
    const mark = exponent < 0 ? "-" : "+";
    const mantissa = trimmed(`${figures[0]}.${figures.slice(1)}`);
    return `${sign}${mantissa}E${mark}${Math.abs(exponent)}`;
  }
  if (exponent < 0) return sign + trimmed(`0.${"0".repeat(-exponent - 1)}${figures}`);
  if (exponent >= digits - 1) return sign + figures + "0".repeat(exponent - digits + 1);
  return sign + trimmed(`${figures.slice(0, exponent + 1)}.${figures.slice(exponent + 1)}`);
};
