// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Answers as a public resolver of ENS does: the address, the name and the texts of a node. It obeys anyone: for
/// local chains only.
contract NameResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event NameChanged(bytes32 indexed node, string name);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);

    uint256 private constant ETHEREUM = 60;

    mapping(bytes32 node => string) public name;
    mapping(bytes32 node => address) private addresses;
    mapping(bytes32 node => mapping(string key => string)) private texts;

    function setAddr(bytes32 node, address a) external {
        addresses[node] = a;
        emit AddrChanged(node, a);
    }

    function setName(bytes32 node, string calldata name_) external {
        name[node] = name_;
        emit NameChanged(node, name_);
    }

    function setText(bytes32 node, string calldata key, string calldata value) external {
        texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function addr(bytes32 node) external view returns (address) {
        return addresses[node];
    }

    /// The address as bytes. The name of a wallet has one of Ethereum only, number 60 of SLIP-44.
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        address a = addresses[node];
        return coinType == ETHEREUM && a != address(0) ? abi.encodePacked(a) : bytes("");
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return texts[node][key];
    }

    /// ERC165, and both forms of `addr`, `name` and `text`.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x691f3431 || id == 0x59d1d43c;
    }
}
